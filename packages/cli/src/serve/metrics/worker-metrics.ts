import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** The scrape fails if a worker sends nothing for this long: a sum without it would look like a restart. */
const TIMEOUT_MS = 5_000

type MetricList = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** A message between the first process and its workers. */
type Message =
  | { readonly type: 'metrics-ready' }
  | { readonly type: 'metrics-request'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly metrics: MetricList }

/** Sends the metrics of this worker to the first process, on each of its requests. */
export function shareMetrics(registry: Registry): void {
  const send = (message: Message) => void process.send?.(message, undefined, undefined, ignore)
  process.on('message', async (message: Message) => {
    if (message.type !== 'metrics-request') return
    send({ type: 'metrics', id: message.id, metrics: await registry.getMetricsAsJSON() })
  })
  send({ type: 'metrics-ready' })
}

/**
 * Returns a function that adds up the metrics of all workers that have started. The cluster support of
 * prom-client waits five seconds for one that is starting or has ended, and fails.
 */
export function sumOfWorkers(): () => Promise<string> {
  const ready = new Set<Worker>()
  cluster.on('message', (worker, { type }: Message) => {
    if (type === 'metrics-ready') ready.add(worker)
  })
  cluster.on('exit', (worker) => ready.delete(worker))
  let requests = 0
  return async () => {
    requests += 1
    const lists = await Promise.all([...ready].map((worker) => metricsOf(worker, requests)))
    return AggregatorRegistry.aggregate(lists).metrics()
  }
}

/** Returns the metrics of a worker; none if it ends before it has sent them. */
async function metricsOf(worker: Worker, id: number): Promise<MetricList> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const messages = on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Message]>
  worker.send({ type: 'metrics-request', id } satisfies Message, ignore)
  try {
    for await (const [message] of messages)
      if (message.type === 'metrics' && message.id === id) return message.metrics
    return []
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error(
      `the worker with pid ${worker.process.pid} has not sent its metrics within ${TIMEOUT_MS / 1_000} s`,
    )
  }
}

/** Ignores errors of sending to a process that has ended, which would otherwise end the sender, too. */
function ignore(): void {}
