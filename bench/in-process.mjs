// What one response costs without a socket, beside a bare `Response`; and a hit of our cache beside those of
// others.
import { createSpaceData } from '@space-data/core'
import { Cacheable } from 'cacheable'
import { LRUCache } from 'lru-cache'
import { measure } from 'mitata'
import { kpFeed } from './kp-feed.mjs'
import { goal, inTurns, report, spread } from './measure.mjs'

const PATH = '/v1/space-weather/kp'
const MINUTE_MS = 60_000

export async function inProcess({ rounds = 5 }) {
  const spaceData = createSpaceData({
    fetch: () => kpFeed(),
    tiers: { free: { requestsPerDay: 1_000_000_000 } },
    limits: { publicPerMinute: 1_000_000_000 },
  })
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'bench' })
  const request = new Request(`http://localhost${PATH}`, { headers: { 'x-api-key': key } })
  const sample = await spaceData.handle(request)
  const headers = Object.fromEntries(sample.headers)
  const bytes = new Uint8Array(await sample.arrayBuffer())
  const fields = { 'x-api-key': key }
  const keyed = {
    method: 'GET',
    target: PATH,
    header: (name) => fields[name] ?? null,
    body: null,
    waitUntil() {},
  }
  const open = { ...keyed, target: '/openapi.json' }
  await spaceData.dispatch(open)

  const lru = new LRUCache({ max: 1_000, ttl: MINUTE_MS, fetchMethod: async () => bytes })
  const cacheable = new Cacheable({ ttl: MINUTE_MS })
  const figures = await inTurns(rounds, {
    response: () => ns(() => new Response(bytes, { status: 200, headers })),
    handle: () => ns(async () => await spaceData.handle(request)),
    answer: () => ns(() => spaceData.dispatch(keyed)),
    open: () => ns(() => spaceData.dispatch(open)),
    lru: () => ns(async () => await lru.fetch(PATH)),
    cacheable: () => ns(async () => await cacheable.getOrSet(PATH, async () => 'a value')),
  })
  await spaceData.close()
  const ratios = (runs) => runs.map((own, round) => own / figures.response[round])
  const rows = Object.entries(figures).map(([name, runs]) => ({
    what: NAMES[name],
    'ns per call': spread(runs, 0),
    'times the bare Response': spread(ratios(runs)),
  }))
  const goals = [
    goal({
      what: NAMES.handle,
      ratioOf: 'time',
      to: NAMES.response,
      atMost: 1.25,
      ratios: ratios(figures.handle),
    }),
  ]
  report('in-process', 'One call in process, memory store', rows, figures, goals)
}

const NAMES = {
  response: 'new Response with the same bytes and header fields',
  handle: 'handle(request): key, quota, cached response',
  answer: 'dispatch(request): the same, as bytes and header fields',
  open: 'dispatch(request): a path that needs no key',
  lru: 'lru-cache fetch(): a warm hit only',
  cacheable: 'cacheable getOrSet(): a warm hit only',
}

/** Median nanoseconds of a call. */
async function ns(call) {
  const { p50 } = await measure(call, { min_cpu_time: 300_000_000 })
  return p50
}
