import type { Socket } from 'node:net'

/**
 * All that is used of Node beyond its documentation, each with what it saves on Node 20.20, 22.23 and 24.21,
 * where `test/host/node/internals.test.ts` was run. Where it has no effect, on another version, all else
 * works (`test/hostile/without-internals.test.ts`).
 */

/** A tick object of Node's, referenced so that it is never collected. */
let keptTick: object | undefined

/**
 * Keeps `process.nextTick` fast: 60, 36 and 39 ns instead of 420, 319 and 476, ten times per request, which
 * takes 47 µs on the same machine. V8 drops the hidden class of Node's tick objects when none is alive over
 * four collections, as on an idle server, and creates each of them slowly from then on.
 */
export function keepTicksFast(): void {
  // Workers have no `process`, or none of its built-in modules.
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
  if (!hooks || keptTick) return
  process.nextTick(() => {
    keptTick = hooks.executionAsyncResource()
  })
}

/** What a parser callback of Node returns after a message that no other HTTP message follows. */
const NO_MORE_HTTP = 2

/** A socket with Node's HTTP parser, which it has while it reads requests; absent on Bun. */
type ParsedSocket = Pick<Socket, 'destroy'> & { readonly parser?: { onIncoming: unknown } | null }

/**
 * Has Node's parser ignore the requests that it has read already: up to 64 KB hold 1,700, for each of which
 * it would create objects, even on a destroyed socket: 2.3, 1.9 and 1.7 ms of CPU per flooded connection
 * instead of 20, 19 and 26. Without the parser the connection is closed at once, and what is not out is lost.
 */
export function stopParsing(socket: ParsedSocket): void {
  const { parser } = socket
  if (parser?.onIncoming) parser.onIncoming = () => NO_MORE_HTTP
  else socket.destroy()
}
