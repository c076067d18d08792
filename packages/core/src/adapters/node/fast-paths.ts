/**
 * Optimisations that depend on how Node and V8 work, each with what it saves of the 13.8 µs of CPU that a
 * keyed request takes (Node 20, docs/performance.md). What saves less than 2 % is not done. More are part
 * of other code:
 *
 * - `writeResponse` passes a short ASCII body as text, which Node writes in one piece with the headers: 2 to
 *   5 %.
 * - `answerClientErrors` takes the request listener itself, since a second `request` listener costs 3 %.
 * - `cacheRepeatedTargets` in `http/`: 2.7 µs for a path with parameters.
 * - `newRequestId`, `addCacheHeaders` and `addRateLimitHeaders` in `http/` avoid texts that are joined or
 *   numbers that are formatted for each request, and `settle` and `andThen` closures: 1 to 1.5 µs together.
 */
import type { ServerResponse } from '#adapters/node/http'
import { clearLastResponse, isLastResponse } from '#adapters/node/last-response'

declare function setImmediate(callback: () => void): unknown

/** The parts of `node:async_hooks` that are used here. */
interface AsyncHooks {
  executionAsyncResource(): object
}

/** The parts of Node's `process` that are used here. */
interface NodeProcess {
  getBuiltinModule?(name: 'node:async_hooks'): AsyncHooks | undefined
  nextTick<Args extends unknown[]>(callback: (...args: Args) => void, ...args: Args): void
}

const { process: nodeProcess } = globalThis as { process?: NodeProcess }

/** A tick object of Node's, referenced so that it is never collected. */
let keptTick: object | undefined

/**
 * Keeps `process.nextTick` fast: 2 µs per request. Node makes ten such calls per request. When no tick object
 * is alive over four collections, as on an idle server, V8 drops their hidden class and from then on takes
 * 240 ns instead of 40 ns for each (Node 20, 22 and 24).
 */
export function keepTicksFast(): void {
  const hooks = nodeProcess?.getBuiltinModule?.('node:async_hooks')
  if (!hooks || keptTick) return
  nodeProcess?.nextTick(() => {
    keptTick = hooks.executionAsyncResource()
  })
}

/**
 * Collects the calls of one turn of the event loop and makes them together: 1 to 1.5 µs per request. A
 * response that is written between two requests wakes a client or proxy on the same machine each time.
 */
export function batchPerTurn<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  let batch: Args[] = []
  const flush = () => {
    const calls = batch
    batch = []
    for (const args of calls) call(...args)
  }
  return (...args) => {
    if (batch.push(args) === 1) setImmediate(flush)
  }
}

/**
 * Releases a written response once its connection no longer needs it: 0.6 µs per request. Otherwise each idle
 * connection would keep its last response alive, which every collection of the young generation copies.
 */
export function releaseSoon(response: ServerResponse): void {
  if (isLastResponse(response)) nodeProcess?.nextTick(clearLastResponse, response)
}

/**
 * Whether the client has closed the connection, so that nothing must be written. Node would queue the pieces;
 * with a hundred queued at a collection, V8 starts to allocate them as long-lived, and each later request
 * takes 1.8 times as long until the process ends (Node 20).
 */
export function hasHungUp({ req }: ServerResponse): boolean {
  // Sockets of test injectors and function platforms have no `writable`.
  return req.socket.writable === false
}
