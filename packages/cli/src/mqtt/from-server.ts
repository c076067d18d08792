import type { WholeSpaceData } from '@space-data/core'
import type { Config } from '#config/config'
import { errorReporter } from '#instance/error-reporter'
import { requestAsOperator } from '#instance/operator-request'
import { runBridge } from '#mqtt/bridge'
import { toMqttSettings } from '#mqtt/mqtt-settings'

/** Minimum time between two requests for a path, in milliseconds. The requests stay in the process. */
export const EVERY_MS = 15_000

interface Publishing {
  /** Version of the program. */
  readonly version: string
  readonly signal: AbortSignal
  readonly log: Record<'info' | 'warn', (line: string) => void>
}

/** Publishes the values of a server to its broker until the signal. A failing broker does not end it. */
export type PublishFromServer = (spaceData: WholeSpaceData, publishing: Publishing) => Promise<void>

/**
 * Reads the settings for the broker of a server.
 * @throws UsageError for a file of certificates that cannot be read
 */
export async function prepareMqtt(config: Config): Promise<PublishFromServer> {
  const settings = await toMqttSettings(config)
  return (spaceData, { version, signal, log }) =>
    runBridge({
      ...{ settings, version, signal, everyMs: EVERY_MS },
      read: (path) => requestAsOperator(path, spaceData),
      endsWhenRefused: false,
      info: log.info,
      warn: errorReporter(log.warn),
    })
}
