import type { ServiceEvent } from '@space-data/core'
import { nodeWorkers, toNodeListener } from '@space-data/core/node'
import { type Config, readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { type Log, openLog } from '#log/log'
import { checkMirror, mirrorWarnings } from '#mirror/mirror-settings'
import { open } from '#open'
import { printJson } from '#print'
import { listen } from '#server'
import type { Terminal } from '#terminal'
import { spareWorkers, whoWeAre } from '#workers'

const DRAIN_MS = 10_000

interface ServeFlags extends ConfigFlags {
  readonly sample?: true
  readonly json?: true
}

/** Answers over HTTP until the terminal says stop. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const config = await readConfig(flags, terminal)
  checkMirror(config, flags.sample === true)
  const log = await openLog(config.log, terminal)
  try {
    await serveLogged(flags, config, log, terminal)
  } finally {
    await log.close()
  }
}

async function serveLogged(flags: ServeFlags, config: Config, log: Log, terminal: Terminal): Promise<void> {
  // Loading them takes time, which only those spend who want metrics.
  const metrics =
    config.metrics_port === undefined ? undefined : (await import('#metrics/serve-metrics')).metricsToServe()
  const warnings = await mirrorWarnings(config)
  const onEvent = toAll([log.event, metrics?.count])
  const spaceData = await open(flags, terminal, { use: 'serving', config, tell: log.error, onEvent })
  try {
    for (const warning of [...warnings, ...spaceData.storeWarnings]) log.warn(warning)
    const counted = await metrics?.serve(
      addressOf(config.metrics_port ?? 0, config.metrics_host),
      spaceData,
      log.error,
    )
    try {
      const { url, drain } = await listen(
        toNodeListener(spaceData, { trustedHops: config.trusted_hops }),
        addressOf(config.port, config.host),
      )
      if (config.mirror !== undefined) {
        if (config.prefetch) spaceData.jobs.prefetch()
      } else if (config.jobs) {
        spaceData.jobs.start({
          pool: () => nodeWorkers(spareWorkers()),
          who: whoWeAre(),
          ...(flags.sample && { pull: { paceMs: 0 } }),
        })
      }
      const stopped = new Promise<void>((resolve) => terminal.onStop(resolve))
      const places = {
        url,
        store: spaceData.storeDescription,
        metrics: counted && `${counted.url}/metrics`,
        mirror: config.mirror,
        isOpen: config.open,
      }
      // A server goes on when nobody reads what it prints.
      await announce(places, flags, terminal).catch(() => {})
      await stopped
      log.info('finishing open requests; once more to end at once')
      await drain(DRAIN_MS)
    } finally {
      await counted?.drain(0)
    }
  } finally {
    await spaceData.close()
  }
}

function addressOf(port: number, host: string) {
  return { port, host: host.replace(/^\[(.*)\]$/, '$1') }
}

/** One listener for all that listen; none where nobody does, so that nothing is measured in vain. */
function toAll(
  listeners: readonly (((event: ServiceEvent) => void) | undefined)[],
): ((event: ServiceEvent) => void) | undefined {
  const present = listeners.filter((listener) => listener !== undefined)
  if (present.length < 2) return present[0]
  return (event) => {
    for (const listener of present) listener(event)
  }
}

interface Places {
  readonly url: string
  readonly store: string
  readonly metrics: string | undefined
  /** Of which instance this is a mirror. */
  readonly mirror: string | undefined
  /** Whether it asks nobody for a key. */
  readonly isOpen: boolean
}

/** Says where the server listens, where its store is, and how to ask it for the first time. */
function announce(
  { url, store, metrics, mirror, isOpen }: Places,
  flags: ServeFlags,
  terminal: Terminal,
): Promise<void> {
  if (flags.json)
    return printJson(
      { url, store, sample: flags.sample === true, ...(metrics && { metrics }), ...(mirror && { mirror }) },
      terminal,
    )
  const sample = flags.sample
    ? ['Sample data: stand-ins answer for the providers, and every source says (sample)']
    : []
  const curl = `curl -s ${url}/v1/space-weather/kp`
  const lines = [
    `Listening on ${url}`,
    `Store: ${store}`,
    ...(metrics ? [`Metrics: ${metrics}`] : []),
    ...(mirror ? [`Mirror of ${mirror}`] : []),
    ...sample,
    ...(isOpen ? ['Ask it, without a key:', `  ${curl}`] : withKey(url, curl)),
  ]
  return terminal.out(`${lines.join('\n')}\n`)
}

function withKey(url: string, curl: string): string[] {
  return [
    'Issue a key, then use it:',
    `  curl -s -X POST ${url}/v1/keys -H 'content-type: application/json' -d '{"label":"me"}'`,
    `  ${curl} -H 'x-api-key: <key>'`,
  ]
}
