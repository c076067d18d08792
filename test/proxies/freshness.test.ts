import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test, vi } from 'vitest'
import { COMPAT_SETS } from '../../packages/core/src/features/shared/compat/sets.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { directly, type Reply, type SharedCache } from '../support/proxies.ts'
import { cachedEndpoints, examplePath } from '../support/table.ts'
import { caches } from './caches.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Paths that tell no end, or have nothing before the first run. */
const UNDATED =
  /^\/($|pub\/|satcat\/|openapi\.json|status\.svg|\.well-known\/|v1\/alerts\.atom|v1\/launches\.ics|hapi\/)/

/**
 * Public answers that say in themselves how long they are valid. Not those of HAPI: the data of a day may be
 * the same an hour later, and a cache that has them confirmed by a 304 may show the times of before.
 */
const PUBLIC = cachedEndpoints
  .filter(({ access, path, tag }) => access !== 'key' && tag !== 'Pages' && !UNDATED.test(path))
  .map(examplePath)

/** How much of its life an answer has left when a cache first sees it. */
const LEFT_MS = 2_500
/** What a cache may add that reckons in whole seconds, as nginx does. */
const GRANULARITY_MS = 1_000
/** What Varnish adds of its own until it is told `default_grace=0`, as docs/hosting.md says. */
const VARNISH_GRACE_MS = 10_000

describe.concurrent.each(caches.filter(({ isHere }) => isHere))('$name', (cacheHere) => {
  const { hasGrace, keepsOldHeaders, start } = cacheHere
  const allowed = GRANULARITY_MS + (hasGrace ? VARNISH_GRACE_MS : 0)

  test(`gives no public answer more than ${allowed / 1_000} s past its valid_until`, async () => {
    using folder = temporaryFolder()
    await using origin = await agingOrigin()
    await using cache = await start(origin.url, `${folder.path}/cache`)
    const dated = await origin.age()
    const paths = keepsOldHeaders ? dated.filter(({ isInBody }) => isInBody) : dated
    const often = paths.filter((_, i) => i % 2 === 0).map(({ path }) => path)
    const seldom = paths.filter((_, i) => i % 2 === 1).map(({ path }) => path)

    let worst = Number.NEGATIVE_INFINITY
    /** Past its end when it was asked for: what the way back takes on a busy machine is not the cache's. */
    const ask = async (path: string) => {
      const askedAt = origin.now(path)
      worst = Math.max(worst, askedAt - validUntil(await cache.ask(path)))
    }
    for (const path of seldom) await ask(path)
    // By the clock of the cache, which is the machine's.
    for (const end = Date.now() + LEFT_MS + 2 * GRANULARITY_MS; Date.now() < end; await sleep(20)) {
      for (const path of often) await ask(path)
    }
    for (const path of seldom) await ask(path)
    expect(worst).toBeLessThanOrEqual(allowed)
  })
})

/** One instance for each path, each on a clock of its own, so that all their answers can end together. */
async function agingOrigin() {
  const clocks = new Map(PUBLIC.map((path) => [path, { ahead: 0 }]))
  const now = (path: string) => Date.now() + clocks.get(path)!.ahead
  const listeners = new Map(
    PUBLIC.map((path) => {
      const dated = () => new Date(now(path))
      return [
        path,
        toNodeListener(
          createSpaceData({
            features: everything,
            now: dated,
            fetch: sampleFetch(dated),
            compat: COMPAT_SETS,
          }),
        ),
      ]
    }),
  )
  const server = createServer((request, response) => {
    const listener = listeners.get(request.url ?? '')
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    now,
    /** Makes every answer, lets time pass until it has `LEFT_MS` left; says which tell it in a body. */
    async age() {
      await using direct = directly(url)
      const replies = await Promise.all(PUBLIC.map((path) => askUntilThere(path, direct)))
      return replies.map((reply, i) => {
        const path = PUBLIC[i]!
        clocks.get(path)!.ahead = validUntil(reply) - LEFT_MS - Date.now()
        return { path, isInBody: inBody(reply) !== undefined }
      })
    },
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections()
    },
  }
}

/** Asks again while an answer takes longer than ten seconds, which is a 503, on a busy machine. */
async function askUntilThere(path: string, { ask }: Pick<SharedCache, 'ask'>): Promise<Reply> {
  for (;;) {
    const reply = await ask(path)
    if (reply.status !== 503) return reply
    await sleep(100)
  }
}

/** The end of an answer's life as the answer itself tells, in its envelope or in a header. */
function validUntil(reply: Reply): number {
  const told = reply.headers['x-valid-until'] ?? inBody(reply)
  if (told === undefined) throw new Error(`no end is told: ${reply.body.slice(0, 100)}`)
  return Date.parse(told)
}

const inBody = ({ body }: Reply): string | undefined => /"valid_until":"([^"]+)"/.exec(body)?.[1]
