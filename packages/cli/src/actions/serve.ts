import { nodeWorkers, toNodeListener } from '@space-data/core/node'
import { type Config, readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { type Log, openLog } from '#log/log'
import { checkMirror, mirrorWarnings } from '#mirror/mirror-settings'
import { open } from '#open'
import { connectionsOf, forwardedOf, proxyWarnings } from '#proxies'
import { passwordWarnings } from '#redis-server'
import { announce, type Listener } from '#serve/announce'
import { shellsElsewhere } from '#serve/shells'
import { listen } from '#server'
import type { Terminal } from '#terminal'
import { spareWorkers, whoWeAre } from '#workers'

const DRAIN_MS = 10_000

interface ServeFlags extends ConfigFlags {
  readonly sample?: true
  readonly json?: true
}

/** Answers over HTTP until the terminal says stop. */
export async function serve(flags: ServeFlags, terminal: Terminal, version: string): Promise<void> {
  const config = await readConfig(flags, terminal)
  checkMirror(config, flags.sample === true)
  forwardedOf(config)
  const log = await openLog(config.log, terminal)
  try {
    await serveLogged({ flags, config, log, version }, terminal)
  } finally {
    await log.close()
  }
}

interface Serving {
  readonly flags: ServeFlags
  readonly config: Config
  readonly log: Log
  /** Of the program. */
  readonly version: string
}

async function serveLogged(serving: Serving, terminal: Terminal): Promise<void> {
  const { flags, config, log } = serving
  // Loading them takes time, which only those spend who want metrics.
  const metrics =
    config.metrics_port === undefined ? undefined : (await import('#metrics/serve-metrics')).metricsToServe()
  const warnings = [
    ...passwordWarnings(config.settings),
    ...proxyWarnings(config),
    ...(await mirrorWarnings(config)),
  ]
  const listeners = [log.event, metrics?.count].filter((listener) => listener !== undefined)
  const onEvent = toAll(listeners)
  const spaceData = await open(flags, terminal, { use: 'serving', config, tell: log.error, onEvent })
  try {
    for (const warning of [...warnings, ...spaceData.storeWarnings]) log.warn(warning)
    const counted = await metrics?.serve(
      addressOf(config.metrics_port ?? 0, config.metrics_host),
      spaceData,
      log.error,
    )
    try {
      const listening = await listen(toNodeListener(spaceData, forwardedOf(config)), {
        ...addressOf(config.port, config.host),
        ...connectionsOf(config),
      })
      if (config.mirror !== undefined) {
        if (config.prefetch) spaceData.jobs.prefetch()
      } else if (config.jobs) {
        spaceData.jobs.start({
          pool: () => nodeWorkers(spareWorkers()),
          who: whoWeAre(),
          ...(flags.sample && { firstAfterMs: 0, pull: { paceMs: 0 } }),
        })
      }
      // It looks through all shells, for which nobody waits.
      if (config.mirror === undefined)
        shellsElsewhere(spaceData)
          .then((words) => words && log.warn(words))
          .catch(() => {})
      const stopped = new Promise<void>((resolve) => terminal.onStop(resolve))
      const places = { ...listening, metrics: counted && `${counted.url}/metrics` }
      // A server goes on when nobody reads what it prints.
      await announce({ ...serving, places, spaceData, listeners }, terminal).catch(() => {})
      await stopped
      log.info('shutting down, finishing open requests; press Ctrl-C again to force')
      await listening.drain(DRAIN_MS)
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

/** One listener for all that listen, also later; none where nobody does, so that nothing is measured in vain. */
function toAll(listeners: readonly Listener[]): Listener | undefined {
  if (listeners.length === 0) return undefined
  return (event) => {
    for (const listener of listeners) listener(event)
  }
}
