import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { cachedEndpoints, examplePath } from '../support/table.ts'
import { brokenCache, caches } from './caches.ts'
import { carelessOrigin } from './careless-origin.ts'
import { errorsKept, type Keys, leaksOf, Watched } from './matrix.ts'
import { startOrigin } from './origin.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** What every instance has, whatever its operator has set. */
const PUBLIC = cachedEndpoints
  .filter(({ access, isOffered }) => access !== 'key' && isOffered === undefined)
  .map(examplePath)
  // Its provider is down here.
  .filter((path) => path !== '/v1/launches.ics')
/** nginx once more, before an origin that does not say who may keep what. */
const CARELESS = 'nginx, told nothing'
const [nginx] = caches

const folder = temporaryFolder()
const open: AsyncDisposable[] = []
const watched = new Map<string, Watched>()
let keys: Keys

beforeAll(async () => {
  const origin = await startOrigin(folder.path)
  const careless = await carelessOrigin(origin.direct)
  open.push(origin, careless)
  const settings = [...caches, brokenCache].map((cache) => ({ ...cache, origin: origin.url }))
  if (nginx) settings.push({ ...nginx, name: CARELESS, origin: careless.url })
  for (const { name, isHere, start, origin } of settings) {
    if (!isHere) continue
    const cache = await start(origin, `${folder.path}/${watched.size}`)
    open.unshift(cache)
    watched.set(name, new Watched(name, cache.ask))
  }

  const shellBasic = ['--tier', 'shell_basic']
  const good = await origin.issue(...shellBasic, '--account', 'acme')
  const sibling = await origin.issue(...shellBasic, '--account', 'acme')
  const [stranger, revoked] = await Promise.all([origin.issue(...shellBasic), origin.issue(...shellBasic)])
  keys = {
    good,
    sibling,
    stranger,
    revoked,
    expired: await origin.issue(...shellBasic, '--expires-in', '6s'),
  }
  const expiresAt = Date.now() + 6_000
  for (const key of [revoked, keys.expired, good]) for (const cache of watched.values()) await cache.warm(key)
  await origin.revoke(revoked)
  // What is kept for seconds has ended by the clocks of the caches, and the key by its own.
  await sleep(Math.max(5_200, expiresAt + 100 - Date.now()))
})

afterAll(async () => {
  for (const opened of open) await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

describe.each(caches)('$name', ({ name, isHere }) => {
  test.skipIf(!isHere)('gives no answer for a key to anybody else', async () => {
    const { leaks, cells } = await leaksOf(watched.get(name)!, keys)
    console.log(`FIGURE leaks, ${name}: ${leaks.length} of ${cells} cells`)
    expect(leaks).toEqual([])
  })

  test.skipIf(!isHere)('keeps no error', async () => {
    const { kept, kinds } = await errorsKept(watched.get(name)!, keys)
    console.log(`FIGURE errors kept, ${name}: ${kept.length} of ${kinds} kinds`)
    expect(kept).toEqual([])
  })

  test.skipIf(!isHere)('keeps public answers, which tell of no quota', async () => {
    const { ask } = watched.get(name)!
    let hits = 0
    for (const path of PUBLIC) {
      // In the last second of its life an answer is not kept.
      const first = await vi.waitUntil(
        async () => {
          const reply = await ask(path)
          return reply.headers['cache-control'] !== 'no-store' && reply
        },
        { timeout: PATIENCE_MS, interval: 100 },
      )
      const again = await ask(path)
      expect([path, first.status, again.status, again.body]).toEqual([path, 200, 200, first.body])
      expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+(, immutable)?$/)
      if (again.headers['x-service-request-id'] === first.headers['x-service-request-id']) hits += 1

      const head = await ask(path, { method: 'HEAD' })
      expect([head.status, head.headers['etag'], head.body]).toEqual([200, first.headers['etag'], ''])
      const unchanged = await ask(path, { headers: { 'if-none-match': first.headers['etag'] ?? '' } })
      // undici answers a condition with the whole answer.
      const whole = name === 'undici' ? [path, 200, first.body] : [path, 304, '']
      expect([path, unchanged.status, unchanged.body]).toEqual(whole)
      for (const { headers } of [first, again, head, unchanged]) {
        expect(Object.keys(headers).filter((header) => header.startsWith('ratelimit'))).toEqual([])
      }
    }
    console.log(`FIGURE public answers from the cache, ${name}: ${hits} of ${PUBLIC.length}`)
    expect(hits).toBe(PUBLIC.length)
  })
})

test.skipIf(!brokenCache.isHere)(
  'even a cache that is deaf to private gives no answer to another key',
  async () => {
    const { leaks, cells } = await leaksOf(watched.get(brokenCache.name)!, keys, true)
    console.log(`FIGURE leaks, ${brokenCache.name}: ${leaks.length} of ${cells} cells`)
    expect(leaks).toEqual([])
  },
)

test.skipIf(!nginx?.isHere)('the matrix finds what leaks when an origin says nothing', async () => {
  const cache = watched.get(CARELESS)!
  const { leaks, cells } = await leaksOf(cache, keys)
  const { kept, kinds } = await errorsKept(cache, keys)
  console.log(
    `FIGURE leaks, ${CARELESS}: ${leaks.length} of ${cells} cells, ${kept.length} of ${kinds} errors kept`,
  )
  expect(leaks.length).toBeGreaterThan(cells / 2)
  expect(kept.length).toBeGreaterThan(0)
})
