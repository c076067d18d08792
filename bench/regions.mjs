// What leases of leases would do past one region: a process leases from the store of its region, which
// leases from the home of the account. The processes are real; regions, lines and time are simulated.
import { inTurns, report, spread } from './measure.mjs'
import { arrivals, startWorld } from './regions/world.mjs'

const [REGIONS, PROCESSES] = [3, 4]
const DAY = '2026-11-23'
/** After the last request: a process returns its leases, then its region. */
const ALL_RETURNED_MS = 3_000

/** Of accounts, the nth asks 1/n as much as the first. */
const ACCOUNTS = 200
const SHARES = Array.from({ length: ACCOUNTS }, (_, i) => 1 / (i + 1))
const ALL_SHARES = SHARES.reduce((a, b) => a + b, 0)

function reckonedCalls(perSecond = 1_000) {
  const rates = SHARES.map((share) => (perSecond * share) / ALL_SHARES / REGIONS)
  return REGIONS * rates.reduce((sum, rate) => sum + Math.min(rate, 2), 0)
}

/** @param seed Of the first round; each further round has the next one. */
export async function regions({ rounds = 5, seed = 1 }) {
  const figures = await inTurns(
    rounds,
    Object.fromEntries(
      Object.keys(SCENARIOS).map((name) => {
        let next = Number(seed)
        return [name, () => simulate(name, next++)]
      }),
    ),
  )
  const rows = Object.entries(SCENARIOS).flatMap(([scenario, { measures }]) =>
    Object.entries(measures).map(([what, { formula, of, digits = 0 }]) => ({
      scenario,
      what,
      formula,
      simulated: spread(figures[scenario].map(of), digits),
    })),
  )
  const seeds = `seeds ${seed} to ${Number(seed) + rounds - 1}`
  report(
    'regions',
    `${REGIONS} regions of ${PROCESSES} processes, 150 ms to the home; ${seeds}`,
    rows,
    figures,
  )
}

/** Runs a scenario once; gives its figures. */
export async function simulate(name, seed) {
  const { options, run } = SCENARIOS[name]
  const world = await startWorld({ seed, regions: REGIONS, processes: PROCESSES, ...options })
  try {
    return await run(world, options)
  } finally {
    world.close()
  }
}

/** Requests granted beyond a day, or without being counted at home. */
const over = {
  formula: '0',
  of: ({ granted, lost, counted, perDay }) => Math.max(0, granted + lost - counted, granted - perDay),
}

const early = (perDay) => ({
  formula: `≤ ${Math.floor(((REGIONS - 1 + REGIONS * PROCESSES - 1) * perDay) / 64)}`,
  of: ({ early }) => early,
})

export const SCENARIOS = {
  'a day of 10,000 at 20/s': {
    options: { perDay: 10_000, perSecond: 20 },
    run: untilRefused,
    measures: {
      'granted beyond the day': over,
      'left elsewhere at the first refusal': early(10_000),
      'not granted 3 s later': { formula: '0', of: ({ missing }) => missing },
      'calls of the home a request': { formula: '< 1', of: ({ homeCalls }) => homeCalls, digits: 2 },
      'calls of a region a request': { formula: '< 1', of: ({ regionCalls }) => regionCalls, digits: 2 },
    },
  },
  'a day of 100,000 at 200/s': {
    options: { perDay: 100_000, perSecond: 200 },
    run: untilRefused,
    measures: {
      'granted beyond the day': over,
      'left elsewhere at the first refusal': early(100_000),
      'not granted 3 s later': { formula: '0', of: ({ missing }) => missing },
      'calls of the home a request': { formula: '< 0.1', of: ({ homeCalls }) => homeCalls, digits: 3 },
      'calls of a region a request': { formula: '< 1', of: ({ regionCalls }) => regionCalls, digits: 2 },
      '% of requests that wait for the home': { formula: '', of: ({ waited }) => 100 * waited, digits: 1 },
    },
  },
  'a process is killed': {
    options: { perDay: 20_000, perSecond: 4_000, interrupt: ({ processes }) => kill(processes[0]) },
    run: untilInterrupted,
    measures: {
      'granted beyond the day': over,
      'lost, % of what was left': {
        formula: '≤ 1.56 (1/64)',
        of: ({ lostShare }) => 100 * lostShare,
        digits: 2,
      },
    },
  },
  "a region's store is killed": {
    options: { perDay: 20_000, perSecond: 4_000, interrupt: ({ lines }) => lines[0].region.forget() },
    run: untilInterrupted,
    measures: {
      'granted beyond the day': over,
      'lost, % of what was left': {
        formula: '≤ 2.34 (1.5/64, since it asks ahead)',
        of: ({ lostShare }) => 100 * lostShare,
        digits: 2,
      },
    },
  },
  'a region is cut off for 30 s': {
    options: { perDay: 100_000 },
    run: whileCutOff,
    measures: {
      'granted beyond the day, of those counted': over,
      'granted uncounted, % of a day': {
        formula: `≤ ${10 * PROCESSES} (a tenth a process)`,
        of: ({ uncountedShare }) => 100 * uncountedShare,
        digits: 1,
      },
      'refused or failed elsewhere': { formula: '0', of: ({ elsewhere }) => elsewhere },
    },
  },
  'over midnight': {
    options: { perDay: 10_000, startAt: Date.parse('2026-11-23T23:59:50Z') },
    run: overMidnight,
    measures: {
      'granted on a day and counted on another, or not at all': { formula: '0', of: ({ moved }) => moved },
    },
  },
  '200 accounts, 1,000/s, the nth a share of 1/n': {
    options: { perDay: 10_000_000, accounts: ACCOUNTS },
    run: ofManyAccounts,
    measures: {
      'calls of the home a second': {
        formula: `about ${reckonedCalls().toFixed(0)}: Σ min(λ, 2/s) over accounts and regions`,
        of: ({ perSecond }) => perSecond,
      },
    },
  },
}

/** One account asks until a request is refused, and again when all that is unspent was returned. */
async function untilRefused(world, { perDay, perSecond }) {
  const { totals, time } = world
  const seconds = (2 * perDay) / perSecond
  await arrivals(world, { perSecond, seconds, isOver: () => totals.refused > 0 })
  const { grantedBeforeRefusal } = totals
  const requests = totals.granted + totals.refused
  const calls = { homeCalls: world.homeCalls() / requests, regionCalls: world.regionCalls() / requests }
  await time.pass(ALL_RETURNED_MS)
  await arrivals(world, { perSecond: 200, seconds: 2 })
  await time.pass(ALL_RETURNED_MS)
  return {
    ...calls,
    early: perDay - grantedBeforeRefusal,
    missing: perDay - totals.granted,
    waited: totals.waitedForHome / requests,
    ...balance(world, perDay),
  }
}

/** One account asks, something happens at some moment, and it goes on until all is counted or lost. */
async function untilInterrupted(world, { perDay, perSecond, interrupt }) {
  const { totals, time, random } = world
  const share = 0.3 + 0.6 * random()
  const seconds = (2 * perDay) / perSecond
  await arrivals(world, { perSecond, seconds, isOver: () => totals.granted > share * perDay })
  const left = perDay - totals.granted
  interrupt(world)
  await arrivals(world, { perSecond, seconds, isOver: () => totals.refused > 0 })
  await time.pass(ALL_RETURNED_MS)
  await arrivals(world, { perSecond: 200, seconds: 2 })
  await time.pass(ALL_RETURNED_MS)
  const lost = perDay - totals.granted
  return { lostShare: lost / left, ...balance(world, perDay), lost }
}

function kill(process) {
  process.isAlive = false
  process.toRegion.isCut = true
}

async function whileCutOff(world, { perDay }) {
  const { totals, time, lines, processes } = world
  await arrivals(world, { perSecond: 200, seconds: 20 })
  lines[0].toHome.isCut = true
  const cut = processes.filter(({ region }) => region === 0)
  const others = processes.filter(({ region }) => region > 0)
  await arrivals(world, { perSecond: 200, seconds: 15, next: () => ({ process: pick(cut, world) }) })
  const [refused, uncounted] = [totals.refused, totals.uncounted]
  await arrivals(world, { perSecond: 200, seconds: 15, next: () => ({ process: pick(others, world) }) })
  const elsewhere = totals.refused - refused + totals.uncounted - uncounted + totals.failed
  lines[0].toHome.isCut = false
  await arrivals(world, { perSecond: 200, seconds: 10 })
  await time.pass(ALL_RETURNED_MS)
  const { granted, ...rest } = balance(world, perDay)
  // What was asked for when the line was cut was counted, and its answer lost.
  return { ...rest, granted, lost: 0, elsewhere, uncountedShare: totals.uncounted / perDay }
}

const pick = (list, { random }) => list[Math.floor(random() * list.length)]

async function overMidnight(world) {
  const { totals, time } = world
  await arrivals(world, { perSecond: 200, seconds: (Date.parse('2026-11-24') - time.now) / 1_000 })
  const before = totals.granted
  await arrivals(world, { perSecond: 200, seconds: 10 })
  await time.pass(ALL_RETURNED_MS)
  const counted = [world.countedAtHome(0, DAY), world.countedAtHome(0, '2026-11-24')]
  return { moved: Math.abs(counted[0] - before) + Math.abs(counted[1] - (totals.granted - before)) }
}

async function ofManyAccounts(world) {
  const next = () => {
    let at = world.random() * ALL_SHARES
    const account = SHARES.findIndex((share) => {
      at -= share
      return at < 0
    })
    return { account: Math.max(0, account) }
  }
  await arrivals(world, { perSecond: 1_000, seconds: 10, next })
  const [before, beganAt] = [world.homeCalls(), world.time.elapsed]
  await arrivals(world, { perSecond: 1_000, seconds: 10, next })
  return { perSecond: ((world.homeCalls() - before) * 1_000) / (world.time.elapsed - beganAt) }
}

/** What was granted, and what was counted for it. */
function balance(world, perDay) {
  const { granted } = world.totals
  return { perDay, granted, counted: world.countedAtHome(0, DAY), lost: 0 }
}
