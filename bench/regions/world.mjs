// A world of regions: one home store, a store in each region, and processes of the real Space-Data on each.
import { createSpaceData, memory } from '@space-data/core'
import { kpFeed } from '../kp-feed.mjs'
import { leasedCounters, overLine } from './leased-counters.mjs'
import { randomFrom, VirtualTime } from './virtual-time.mjs'

const PATH = '/v1/space-weather/kp'
const NOON = Date.parse('2026-11-23T12:00:00Z')
/** One way to the home of an account, and to the store of the region. */
const [HOME_MS, STORE_MS] = [75, 0.25]

/** Starts regions with so many processes each, and accounts with so many requests a day. */
export async function startWorld({ seed, regions, processes, accounts = 1, perDay, startAt = NOON }) {
  const time = new VirtualTime(startAt)
  const random = randomFrom(seed)
  const records = memory()
  const home = records.counters
  const lines = []
  const all = []
  for (let r = 0; r < regions; r += 1) {
    const toHome = overLine(home, HOME_MS, time)
    const region = leasedCounters(toHome.counters, time)
    lines.push({ toHome, region })
    for (let p = 0; p < processes; p += 1) {
      const toRegion = overLine(region, STORE_MS, time)
      const backend = { ...records, counters: toRegion.counters, timeoutMs: 500 }
      const spaceData = createSpaceData({
        store: backend,
        now: () => new Date(time.now),
        fetch: () => kpFeed(time.now),
        tiers: { free: { requestsPerDay: perDay } },
        onError: () => {},
      })
      all.push({ spaceData, toRegion, region: r, isAlive: true })
    }
  }
  const keys = []
  const tiers = { free: { requestsPerDay: perDay } }
  const issuer = createSpaceData({ store: records, now: () => new Date(time.now), tiers })
  const issue = () => issuer.keys.issue({ tier: 'free', label: 'simulated' })
  for (let i = 0; i < accounts; i += 1) keys.push(await issue())

  const totals = {
    granted: 0,
    uncounted: 0,
    refused: 0,
    failed: 0,
    waitedForHome: 0,
    grantedBeforeRefusal: undefined,
  }
  const world = {
    time,
    random,
    totals,
    processes: all,
    lines,
    homeCalls: () => lines.reduce((sum, { toHome }) => sum + toHome.calls, 0),
    regionCalls: () => all.reduce((sum, { toRegion }) => sum + toRegion.calls, 0),
    /** The count at home of an account's day. */
    countedAtHome(account, day) {
      const { record } = keys[account]
      return home.count(`quota:${record.account}:${day}`, time.now)
    },
    /** Sends a request of an account to a process. */
    async ask({ spaceData }, account = 0) {
      const askedAt = time.elapsed
      const { status, headers } = await spaceData.dispatch(requestOf(keys[account].key))
      if (time.elapsed - askedAt >= 2 * HOME_MS) totals.waitedForHome += 1
      if (status === 200 && !headers.includes('ratelimit')) totals.uncounted += 1
      else if (status === 200) totals.granted += 1
      else if (status !== 429) totals.failed += 1
      else {
        totals.refused += 1
        totals.grantedBeforeRefusal ??= totals.granted
      }
      return status
    },
    close: () => time.stop(),
  }
  const { key } = await issue()
  for (const process of all) await load(process, key, time)
  return world
}

/** Has a process load the response and the key, so that only counting is left. */
async function load({ spaceData }, key, time) {
  let isLoaded = false
  Promise.resolve(spaceData.dispatch(requestOf(key))).finally(() => {
    isLoaded = true
  })
  while (!isLoaded) await time.pass(100)
}

function requestOf(key) {
  const fields = { 'x-api-key': key }
  return { method: 'GET', target: PATH, header: (name) => fields[name] ?? null, body: null, waitUntil() {} }
}

/** Lets requests arrive by chance (Poisson) at `perSecond` for some seconds, or until `isOver`. */
export async function arrivals(world, { perSecond, seconds, isOver = () => false, next }) {
  const { time, random, processes } = world
  const endAt = time.elapsed + seconds * 1_000
  let pending = 0
  const schedule = () => {
    const ms = (-Math.log(1 - random()) * 1_000) / perSecond
    if (time.elapsed + ms > endAt) return
    time.after(ms, () => {
      if (isOver()) return
      schedule()
      const { process, account } = next?.() ?? {}
      const alive = processes.filter(({ isAlive }) => isAlive)
      pending += 1
      world.ask(process ?? alive[Math.floor(random() * alive.length)], account).finally(() => {
        pending -= 1
      })
    })
  }
  schedule()
  while (time.elapsed < endAt && !isOver()) await time.pass(100)
  while (pending > 0) await time.pass(10)
}
