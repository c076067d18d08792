import type { Socket } from 'node:net'

/**
 * Undocumented parts of Node in use, each with its savings on Node 20.20, 22.23 and 24.21, where
 * `test/node/internals.test.ts` was run. On a version where they have no effect, everything else works
 * (`test/hostile/without-internals.test.ts`).
 */

/** A tick object of Node's, referenced so that it is never collected. */
let keptTick: object | undefined

/**
 * Keeps `process.nextTick` fast: 60, 36 and 39 ns instead of 420, 319 and 476 ns. It is called ten times per
 * request, which takes 47 µs on the same machine. V8 drops the hidden class of Node's tick objects if none is
 * alive during four collections, as on an idle server, and then creates each of them slowly.
 */
export function keepTicksFast(): void {
  // Workers have no `process`, or none of its built-in modules.
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
  if (!hooks || keptTick) return
  process.nextTick(() => {
    keptTick = hooks.executionAsyncResource()
  })
}

/** Return value of a Node parser callback after a message that is not followed by another HTTP message. */
const NO_MORE_HTTP = 2

/** A socket with Node's HTTP parser, which it has while it reads requests; absent on Bun. */
type ParsedSocket = Pick<Socket, 'destroy'> & { readonly parser?: { onIncoming: unknown } | null }

/**
 * Makes Node's parser ignore the requests that it has already read. Up to 64 KB contain 1,700 requests, and
 * it would create objects for each, even on a destroyed socket. This takes 2.3, 1.9 and 1.7 ms of CPU per
 * flooded connection instead of 20, 19 and 26 ms. Without the parser, the connection is closed immediately,
 * and unsent data are lost.
 */
export function stopParsing(socket: ParsedSocket): void {
  const { parser } = socket
  if (parser?.onIncoming) parser.onIncoming = () => NO_MORE_HTTP
  else socket.destroy()
}
