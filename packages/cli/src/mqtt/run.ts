import { readConfig } from '#config/config'
import type { MqttSettingName } from '#config/mqtt-section'
import { openSource, type SourceFlags } from '#data/source'
import { errorReporter } from '#instance/error-reporter'
import { describeError } from '#kit/errors'
import { parseDuration } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { pathsOf, runBridge, toDiscovery } from '#mqtt/bridge'
import { EVERY_MS } from '#mqtt/from-server'
import { jsonMessage, type Message, valueMessages } from '#mqtt/messages'
import { type MqttSettings, toMqttSettings } from '#mqtt/mqtt-settings'
import { noReading, type Reading, readSource } from '#mqtt/readings'
import type { TopicSource } from '#mqtt/topic-value'

/** The settings that the flags of the command set. */
const FLAGS = {
  broker: 'mqttBroker',
  at: 'mqttAt',
  passesOf: 'mqttPassesOf',
  ca: 'mqttCa',
  topicPrefix: 'mqttTopicPrefix',
  discoveryPrefix: 'mqttDiscoveryPrefix',
} as const satisfies Readonly<Record<string, MqttSettingName>>

interface MqttFlags extends SourceFlags {
  readonly every?: string
  readonly dryRun?: true
}

/** Interval in milliseconds that leaves a part of a free key's 1,000 requests a day. */
const EVERY_ELSEWHERE_MS = 600_000

/** Publishes the current values to a broker until it is stopped, or prints what it would publish. */
export async function publishToBroker(flags: MqttFlags, terminal: Terminal, version: string): Promise<void> {
  const settings = await toMqttSettings(await readConfig(flags, terminal, FLAGS))
  const everyMs = toEveryMs(flags, terminal)
  const source = await openSource(flags, terminal, 'serving')
  const read = (path: string) => source.get(path, 'application/json')
  try {
    if (flags.dryRun) return await printMessages({ settings, everyMs, version, read }, terminal)
    const stopping = new AbortController()
    terminal.onStop(() => stopping.abort())
    const report = (line: string) => terminal.err(`space-data: ${line}\n`)
    await runBridge({
      ...{ settings, everyMs, version, read },
      signal: stopping.signal,
      endsWhenRefused: true,
      info: report,
      warn: errorReporter(report),
    })
  } finally {
    await source.close()
  }
}

const DAY_MS = 86_400_000

function toEveryMs({ every, base }: MqttFlags, { env }: Terminal): number {
  if (every !== undefined) return parseDuration({ text: every, from: '--every' }, DAY_MS, 1_000)
  return (base ?? env['SPACE_DATA_BASE']) ? EVERY_ELSEWHERE_MS : EVERY_MS
}

interface Printed {
  readonly settings: MqttSettings
  readonly everyMs: number
  readonly version: string
  readonly read: (path: string) => Promise<Response>
}

/** Reads everything once and prints each message as its topic and its payload. */
async function printMessages({ read, ...bridge }: Printed, terminal: Terminal): Promise<void> {
  const { topicPrefix, subject } = bridge.settings
  const readOnce = async (source: TopicSource, path: string): Promise<Reading> => {
    try {
      const { values, remainingMs } = await readSource(source, await read(path))
      const validUntil = Date.now() + remainingMs
      return { values, validUntil, endsAt: validUntil }
    } catch (error) {
      terminal.err(`space-data: ${source.name}: ${describeError(error)}\n`)
      return noReading(source)
    }
  }
  const readings = new Map<TopicSource, Reading>()
  for (const [source, path] of pathsOf(subject)) readings.set(source, await readOnce(source, path))
  const messages: Message[] = [
    ...toDiscovery(bridge),
    ...[...readings].flatMap(([source, reading]) => valueMessages(topicPrefix, source, reading)),
    jsonMessage(topicPrefix, readings),
  ]
  await terminal.out(messages.map(({ topic, payload }) => `${topic} ${payload}\n`).join(''))
}
