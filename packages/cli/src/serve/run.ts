import { setTimeout as sleep } from 'node:timers/promises'
import type { WholeSpaceData } from '@space-data/core'
import { nodeCompressor, nodeWorkers, toNodeListener } from '@space-data/core/node'
import { type Config, readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { checkMirror, mirrorWarnings } from '#instance/mirror/mirror-settings'
import { openService } from '#instance/service'
import { instanceName, spareWorkers } from '#instance/workers'
import { UsageError } from '#kit/errors'
import { durationToMs } from '#kit/parse'
import type { Terminal } from '#kit/terminal'
import { announce, type EventListener } from '#serve/announce'
import { listen, listenAddress, tryAddress } from '#serve/listen'
import type { Log } from '#serve/log/log'
import { openLog } from '#serve/log/open-log'
import { connectionLimit, proxyWarnings, toForwardedOptions } from '#serve/proxies'
import { describeShellsElsewhere } from '#serve/shell-messages'
import { METRICS_VARIABLE, PORT_VARIABLE, workerSlot, workerVariables } from '#serve/worker-slot'
import { signingWarnings } from '#signing/key-file'
import { passwordWarnings } from '#store/password-warnings'
import { receiverWarnings } from '#webhooks/webhook-warnings'

const DRAIN_MS = 10_000
/** Delay of loading the pages, in milliseconds after the start, so that they do not slow it. */
const PAGES_AFTER_MS = 1_000

interface ServeFlags extends ConfigFlags {
  readonly json?: true
}

/** Runs the server until it is stopped. */
export async function serve(flags: ServeFlags, terminal: Terminal, version: string): Promise<void> {
  const config = await readConfig(flags, terminal)
  checkMirror(config, flags.sample === true)
  toForwardedOptions(config)
  const log = await openLog(config.log, config.logSample, terminal)
  const slot = workerSlot(terminal.env)
  try {
    if (config.workers > 1 && slot === undefined) {
      assertShared(config)
      await (await import('#serve/supervise')).superviseWorkers(config, workerVariables, log, terminal)
    } else
      await runServer(
        {
          flags,
          config,
          log,
          version,
          isWorker: slot !== undefined,
          isFirst: slot === undefined || slot === 1,
        },
        terminal,
      )
  } finally {
    await log.close()
  }
}

interface ServerContext {
  readonly flags: ServeFlags
  readonly config: Config
  readonly log: Log
  /** Version of the CLI. */
  readonly version: string
  /** Whether it is one of several processes that another process has started. */
  readonly isWorker: boolean
  /** Whether it runs the jobs and prints reports, as one of several workers does. */
  readonly isFirst: boolean
}

/** Throws unless processes can share the store. */
function assertShared({ store }: Config): void {
  if (store && /^memory:/.test(store.text))
    throw new UsageError(
      '--workers takes 1 with --store memory:, which processes cannot share',
      'Use a store that processes can share: --store sqlite:PATH, redis://HOST or postgres://HOST/DATABASE',
    )
}

async function runServer(serving: ServerContext, terminal: Terminal): Promise<void> {
  const { flags, config, log, isWorker, isFirst } = serving
  // Loaded on demand: the Prometheus client takes time to load.
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : (await import('#serve/metrics/serve-metrics')).prepareMetrics()
  const warnings = [
    ...passwordWarnings(config.settings),
    ...proxyWarnings(config),
    ...(await mirrorWarnings(config)),
    ...(await signingWarnings(config)),
  ]
  if (!isWorker) {
    await tryAddress(listenAddress(config.port, config.host))
    if (config.metricsPort !== undefined)
      await tryAddress({ ...listenAddress(config.metricsPort, config.metricsHost), flags: 'metrics-' })
  }
  const sample = flags.sample && isFirst ? await import('#serve/past/start-sample') : undefined
  const shells = sample?.awaitShells()
  const publishing =
    isFirst && config.mqttBroker !== undefined
      ? await (await import('#actions')).prepareMqtt(config)
      : undefined
  const listeners = [log.event, metrics?.count, shells?.listener].filter((listener) => listener !== undefined)
  const onEvent = combineListeners(listeners)
  const spaceData = await openService(flags, terminal, {
    use: 'serving',
    config,
    onErrorLine: log.error,
    onEvent,
    compress: nodeCompressor(),
  })
  try {
    for (const warning of isFirst ? [...warnings, ...spaceData.store.warnings] : []) log.warn(warning)
    if (isWorker) metrics?.share(isFirst ? spaceData : undefined)
    const counted = isWorker
      ? undefined
      : await metrics?.serve(listenAddress(config.metricsPort ?? 0, config.metricsHost), spaceData, log.error)
    try {
      const listening = await listen(toNodeListener(spaceData, toForwardedOptions(config)), {
        ...listenAddress(Number(terminal.env[PORT_VARIABLE] ?? config.port), config.host),
        ...connectionLimit(config),
      })
      // An upgrade may replace the files that the first page would be loaded from.
      setTimeout(() => void spaceData.loadPages().catch(() => {}), PAGES_AFTER_MS).unref()
      const stopping = new AbortController()
      const stopped = new Promise<void>((resolve) => terminal.onStop(resolve))
      let started: Promise<unknown> = Promise.resolve()
      if (isFirst) {
        started = Promise.all([
          startJobs(spaceData, serving, stopping.signal, shells?.ended),
          publishing?.(spaceData, { ...serving, signal: stopping.signal }),
        ])
        warnInBackground(spaceData, serving)
        const metricsUrl = isWorker ? terminal.env[METRICS_VARIABLE] : counted && `${counted.url}/metrics`
        const serverInfo = { ...listening, metrics: metricsUrl }
        // A closed stdout must not stop the server.
        await announce({ ...serving, serverInfo, spaceData, listeners }, terminal).catch(() => {})
      }
      // After the banner, which it would delay.
      void spaceData.loadFirstData()
      await stopped
      if (isFirst) log.info('shutting down, finishing open requests; press Ctrl-C again to force')
      spaceData.drain()
      stopping.abort()
      await sleep(durationToMs(config.drainDelay) ?? 0)
      await listening.drain(DRAIN_MS)
      await started
    } finally {
      await counted?.drain(0)
    }
  } finally {
    await spaceData.close()
  }
}

/** Starts the jobs that this process runs; resolves when the start is complete. */
async function startJobs(
  spaceData: WholeSpaceData,
  { flags, config, log }: ServerContext,
  signal: AbortSignal,
  firstShells = Promise.resolve(),
): Promise<void> {
  const { jobs } = spaceData
  if (config.mirror !== undefined) {
    if (config.prefetch) jobs.prefetch()
    if (config.jobs) jobs.alerts.start()
    return
  }
  if (!config.jobs) return
  const options = { pool: () => nodeWorkers(spareWorkers()), instanceName: instanceName() }
  if (!flags.sample) jobs.start(options)
  else if (Object.keys(config.upstreams).length > 0)
    jobs.start({ ...options, firstAfterMs: 0, pull: { paceMs: 0 } })
  else {
    const { startSample } = await import('#serve/past/start-sample')
    await startSample(spaceData, options, { log, firstShells, signal })
  }
}

/** Logs warnings that take time to find: reads all shells, and resolves host names. */
function warnInBackground(spaceData: WholeSpaceData, { config, log }: ServerContext): void {
  if (config.mirror === undefined)
    describeShellsElsewhere(spaceData)
      .then((warning) => warning && log.warn(warning))
      .catch(() => {})
  receiverWarnings(config)
    .then((found) => {
      for (const warning of found) log.warn(warning)
    })
    .catch(() => {})
}

/**
 * Returns one listener for all in the list, including later ones; none for an empty list, so that nothing is
 * measured.
 */
function combineListeners(listeners: readonly EventListener[]): EventListener | undefined {
  if (listeners.length === 0) return undefined
  return (event) => {
    for (const listener of listeners) listener(event)
  }
}
