// A thousand callers at once on an entry that is not there, whose upstream fails, or whose time is over: how
// often each library asks the upstream, and how long a caller waits. Ours goes through the whole pipeline,
// with a key and a quota each.
import { setTimeout as sleep } from 'node:timers/promises'
import { createSpaceData } from '@space-data/core'
import { createCache } from 'async-cache-dedupe'
import { BentoCache, bentostore } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { Cacheable } from 'cacheable'
import Keyv from 'keyv'
import { LRUCache } from 'lru-cache'
import { kpFeed } from './kp-feed.mjs'
import { inTurns, median, report, spread } from './measure.mjs'

const CALLERS = 1_000
const UPSTREAM_MS = 50
const TTL_MS = 1_000
const KEY = 'kp'

export async function stampede({ rounds = 5 }) {
  const contenders = Object.fromEntries(
    Object.entries(CONTENDERS).map(([name, make]) => [name, () => run(make)]),
  )
  const figures = await inTurns(rounds, contenders)
  const rows = Object.entries(figures).map(([name, runs]) => {
    const of = (field, digits = 0) =>
      spread(
        runs.map((one) => one[field]),
        digits,
      )
    return {
      what: name,
      'cold: upstream calls': of('cold'),
      'failing: upstream calls': of('failing'),
      'expired: upstream calls': of('over'),
      'expired: ms a caller waits': of('overMs', 1),
    }
  })
  report('stampede', `${CALLERS} callers at once of an upstream that takes ${UPSTREAM_MS} ms`, rows, figures)
}

/** One library through the three stampedes, each time a cache of its own. */
async function run(make) {
  const cold = await make(upstream())
  await callers(cold)
  const before = cold.upstream.calls
  await cold.letPass()
  const overMs = await callers(cold)
  await cold.close()

  const failing = await make(upstream())
  failing.upstream.isDown = true
  await callers(failing)
  await failing.close()
  return { cold: before, over: cold.upstream.calls - before, overMs, failing: failing.upstream.calls }
}

/** Asks a thousand times at once; gives the median of the milliseconds that they waited. */
async function callers({ get }) {
  const from = performance.now()
  const waited = await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      await Promise.resolve(get()).catch(() => {})
      return performance.now() - from
    }),
  )
  return median(waited)
}

function upstream() {
  const own = {
    calls: 0,
    isDown: false,
    async ask() {
      own.calls += 1
      await sleep(UPSTREAM_MS)
      if (own.isDown) throw new Error('down')
      return { some: 'value' }
    },
  }
  return own
}

const letPass = () => sleep(TTL_MS + 50)
const close = async () => {}

const CONTENDERS = {
  'space-data': async (own) => {
    let laterMs = 0
    const now = () => new Date(Date.now() + laterMs)
    const spaceData = createSpaceData({
      now,
      onError() {},
      fetch: async (url) => {
        // Behind this feed stands a second one, which is asked when it fails: only the first is counted.
        if (!String(url).includes('_1m')) throw new Error('down')
        await own.ask()
        return kpFeed(now().getTime())
      },
    })
    const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'bench' })
    const asked = { 'x-api-key': key }
    const ask = {
      method: 'GET',
      target: '/v1/space-weather/kp',
      header: (name) => asked[name] ?? null,
      body: null,
      waitUntil() {},
    }
    return {
      upstream: own,
      get: () => spaceData.dispatch(ask),
      letPass: async () => {
        laterMs += 16 * 60_000
      },
      close: () => spaceData.close(),
    }
  },
  'lru-cache fetch()': async (own) => {
    const cache = new LRUCache({ max: 100, ttl: TTL_MS, fetchMethod: () => own.ask() })
    return { upstream: own, get: () => cache.fetch(KEY), letPass, close }
  },
  'async-cache-dedupe': async (own) => {
    const cache = createCache({ ttl: TTL_MS / 1_000, storage: { type: 'memory' } })
    cache.define('one', () => own.ask())
    return { upstream: own, get: () => cache.one(KEY), letPass, close }
  },
  'cacheable getOrSet()': async (own) => {
    const cache = new Cacheable({ ttl: TTL_MS })
    return {
      upstream: own,
      get: () => cache.getOrSet(KEY, () => own.ask(), { throwErrors: true }),
      letPass,
      close,
    }
  },
  'bentocache getOrSet()': async (own) => {
    const store = bentostore().useL1Layer(memoryDriver({ maxSize: '10mb' }))
    const cache = new BentoCache({ default: 'one', ttl: TTL_MS, stores: { one: store } })
    return {
      upstream: own,
      get: () => cache.getOrSet({ key: KEY, factory: () => own.ask() }),
      letPass,
      close: () => cache.disconnect(),
    }
  },
  'keyv get + set': async (own) => {
    const cache = new Keyv({ ttl: TTL_MS })
    const get = async () => {
      const known = await cache.get(KEY)
      if (known !== undefined) return known
      const value = await own.ask()
      await cache.set(KEY, value)
      return value
    }
    return { upstream: own, get, letPass, close: () => cache.disconnect() }
  },
}
