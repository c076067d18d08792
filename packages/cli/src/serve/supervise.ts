import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#config/config'
import { CliError } from '#kit/errors'
import type { Terminal } from '#kit/terminal'
import { listenAddress, tryAddress } from '#serve/listen'
import type { Log } from '#serve/log/log'
import type { workerVariables } from '#serve/worker-slot'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A worker that ends sooner than this pauses longer before the next start. */
const STEADY_MS = 60_000

/**
 * Runs the server in worker processes that share one port; starts a worker again when it ends. Resolves when
 * all have ended after a stop.
 *
 * @throws CliError if the first worker ends before it listens: it has printed why
 */
export async function superviseWorkers(
  config: Config,
  toVariables: typeof workerVariables,
  log: Log,
  terminal: Terminal,
): Promise<void> {
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await (await import('#serve/metrics/serve-metrics')).serveWorkerMetrics(
          listenAddress(config.metricsPort, config.metricsHost),
          log.error,
        )
  try {
    // Picks the port once: workers that each request a free port get a different one after all others have
    // ended.
    const port = await tryAddress(listenAddress(config.port, config.host))
    const metricsUrl = metrics && `${metrics.url}/metrics`
    await runWorkers(config.workers, (slot) => toVariables(slot, port, metricsUrl), log, terminal)
  } finally {
    await metrics?.drain(0)
  }
}

async function runWorkers(
  count: number,
  variablesOf: (slot: number) => Record<string, string | undefined>,
  log: Log,
  terminal: Terminal,
): Promise<void> {
  const workers = new Map<number, Worker>()
  let isStopping = false
  const stopped = new Promise<void>((resolve) => terminal.onStop(resolve)).then(() => {
    isStopping = true
    for (const worker of workers.values()) worker.process.kill('SIGTERM')
  })
  // The first worker creates the store and reports what is wrong with the settings.
  const first = start(1)
  await Promise.race([once(first, 'listening'), once(first, 'exit')])
  if (first.isDead() && !isStopping)
    throw new CliError('the first worker could not start the server', 'Its message is above')
  await Promise.all(Array.from({ length: count }, (_, i) => keepRunning(i + 1)))

  function start(slot: number): Worker {
    const worker = cluster.fork(variablesOf(slot))
    workers.set(slot, worker)
    return worker
  }

  async function keepRunning(slot: number): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const worker = workers.get(slot) ?? start(slot)
      const startedAt = performance.now()
      const [code, signal] = worker.isDead() ? [worker.process.exitCode] : await once(worker, 'exit')
      workers.delete(slot)
      if (isStopping) return
      if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      log.error(`worker ${slot} has ended (${signal ?? `exit code ${code}`}) and is started again`)
      await Promise.race([sleep(pauseMs), stopped])
      if (isStopping) return
    }
  }
}
