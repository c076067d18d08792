import type { PadName } from '#launch-library/pads'
import type { OrbitName, Precision, ProviderName, Status } from '#launch-library/vocabulary'
import { random } from '#storm'
import { DAY, floorTo, HOUR, MINUTE } from '#time'

export interface Launch {
  readonly vehicle: string
  readonly provider: ProviderName
  /** Name, type and orbit; `null` if Launch Library has no mission. */
  readonly mission: readonly [name: string, type: string, orbit: OrbitName] | null
  readonly pad: PadName | null
  readonly status: Status
  readonly precision: Precision | null
  /** Epoch milliseconds; for months and longer, the last day of the period, as in Launch Library. */
  readonly net: number
  readonly windowMs: number
  readonly probability: number | null
  /** Its index among all launches; absent for distant launches. */
  readonly turn?: number
  /** Id in Launch Library. Default: derived from the name and the pad. */
  readonly id?: string
}

/** One launch every day and a half on average, as in 2025. */
const EVERY_MS = 36 * HOUR
const [LISTED_BEFORE_MS, LISTED_AFTER_MS] = [14 * DAY, DAY]
/** How long a launch is in flight before it is a success. */
const FLIGHT_MS = 75 * MINUTE
/** Number of known past launches: more than a page. */
const PAST = 120

/**
 * Returns the launches, soonest first: the launches of two weeks, and some distant ones. Vehicles and pads
 * are real, missions and times are invented. A launch is the same at any instant, and its time becomes more
 * certain as it approaches; some are held, and some slip by a day.
 */
export function launchesAround(now: number): Launch[] {
  const first = Math.floor((now - LISTED_AFTER_MS) / EVERY_MS) - 1
  const last = Math.ceil((now + LISTED_BEFORE_MS) / EVERY_MS)
  const near = Array.from({ length: last - first + 1 }, (_, i) => launchOfTurn(first + i, now)).filter(
    ({ net }) => net > now - LISTED_AFTER_MS && net < now + LISTED_BEFORE_MS,
  )
  const far = plans.map(([precision, net, vehicle, pad, mission]): Launch => {
    const uncertain = { status: 'TBD', windowMs: 0, probability: null } as const
    return { ...uncertain, precision, net: net(now), vehicle, provider: flownBy[vehicle], pad, mission }
  })
  return [...near, ...far].sort((a, b) => a.net - b.net)
}

/** The launch in the example of the documentation, in May 2026. */
export const exampleLaunch: Launch = {
  id: 'a5872822-76df-404b-93d0-9ecd7ba80a70',
  vehicle: 'Long March 7',
  provider: 'CASC',
  mission: ['Tianzhou-10', 'Resupply', 'LEO'],
  pad: 'Wenchang 201',
  status: 'Success',
  precision: 'SEC',
  net: Date.UTC(2026, 4, 11, 0, 14),
  windowMs: 0,
  probability: null,
}

/** Returns the last launches, the newest first. */
export function pastLaunches(now: number): Launch[] {
  const last = Math.ceil(now / EVERY_MS)
  return Array.from({ length: PAST + 2 }, (_, i) => launchOfTurn(last - i, now))
    .filter(({ net }) => net <= now)
    .sort((a, b) => b.net - a.net)
    .slice(0, PAST)
}

function launchOfTurn(turn: number, now: number): Launch {
  const at = turn * EVERY_MS + floorTo(MINUTE, random(turn, 600) * 20 * HOUR)
  const [vehicle, pad, name, type, orbit] = flights[turn % flights.length]!
  const isUnnamed = turn % 9 === 7 && type !== CREWED
  const mission = isUnnamed ? null : ([`${name}-${turn % 1_000}`, type, orbit] as const)
  const launch = { vehicle, provider: flownBy[vehicle], mission, pad, turn }
  const left = at - now
  const probability = 40 + 5 * Math.floor(random(turn, 601) * 11)
  const near = { windowMs: turn % 3 === 0 ? HOUR : 0, probability: left < 2 * DAY ? probability : null }
  // Until two days before, one of five is planned a day too early.
  const net = turn % 5 === 1 && left > 2 * DAY ? at - DAY : at
  if (left < -FLIGHT_MS) {
    const status = vehicle === 'Electron' && turn % 4 === 0 ? 'Failure' : 'Success'
    return { ...launch, ...near, status, precision: 'SEC', net }
  }
  if (left <= 0) return { ...launch, ...near, status: 'In Flight', precision: 'SEC', net }
  if (left < 3 * DAY) {
    const isHeld = turn % 6 === 2 && left > 4 * HOUR && left < 20 * HOUR
    return { ...launch, ...near, status: isHeld ? 'Hold' : 'Go', precision: 'MIN', net }
  }
  if (left < 7 * DAY) return { ...launch, ...near, status: 'TBC', precision: 'HR', net: floorTo(HOUR, net) }
  const precision = turn % 4 === 0 ? null : 'DAY'
  return { ...launch, ...near, status: 'TBD', precision, net: floorTo(DAY, net) }
}

const flownBy = {
  'Ariane 64': 'Arianespace',
  'Atlas V 551': 'ULA',
  Electron: 'Rocket Lab',
  'Falcon 9 Block 5': 'SpaceX',
  'H3-30': 'MHI',
  'LVM-3': 'ISRO',
  'Long March 2F/G': 'CASC',
  'Long March 7A': 'CASC',
  'Soyuz 2.1b': 'ROSCOSMOS',
} as const satisfies Record<string, ProviderName>

type Vehicle = keyof typeof flownBy

/** The type of missions with people on board. */
export const CREWED = 'Human Exploration'

/** Flights in turn: the number of the mission follows its name. */
const flights: readonly (readonly [Vehicle, PadName, name: string, type: string, OrbitName])[] = [
  ['Falcon 9 Block 5', 'SLC-40', 'Broadband Group 12', 'Communications', 'LEO'],
  ['Electron', 'LC-1B', 'Radar Pair', 'Earth Science', 'SSO'],
  ['Falcon 9 Block 5', 'LC-39A', 'Crew Rotation', CREWED, 'LEO'],
  ['Long March 7A', 'Wenchang 201', 'Data Relay', 'Communications', 'GTO'],
  ['Falcon 9 Block 5', 'SLC-40', 'Broadband Group 14', 'Communications', 'LEO'],
  ['Soyuz 2.1b', 'Vostochny 1S', 'Weather Polar', 'Earth Science', 'SSO'],
  ['Ariane 64', 'ELA-4', 'Television Twin', 'Communications', 'GTO'],
  ['Long March 2F/G', 'LA-91', 'Station Crew', CREWED, 'LEO'],
  ['Falcon 9 Block 5', 'SLC-40', 'Broadband Group 15', 'Communications', 'LEO'],
  ['Atlas V 551', 'SLC-41', 'Broadband LA', 'Communications', 'LEO'],
  ['LVM-3', 'SDSC SLP', 'Land Imager', 'Earth Science', 'SSO'],
]

type Plan = readonly [
  precision: Precision,
  net: (now: number) => number,
  Vehicle,
  PadName | null,
  Launch['mission'],
]

const plans: readonly Plan[] = [
  ['M', endOfMonths(1, 2), 'H3-30', 'LP-2', ['Land Imager 6', 'Earth Science', 'SSO']],
  ['M', endOfMonths(1, 3), 'Falcon 9 Block 5', null, ['Rideshare 19', 'Communications', 'LEO']],
  ['Q', endOfMonths(3, 2), 'Ariane 64', 'ELA-4', ['Broadband LE-05', 'Communications', 'LEO']],
  ['H', endOfMonths(6, 2), 'Soyuz 2.1b', 'Vostochny 1S', ['Moon Survey 3', 'Planetary Science', 'LO']],
  ['Y', endOfMonths(12, 2), 'Long March 7A', null, null],
]

/** Returns the last day of the nth period of `length` months; the current one is the first. */
function endOfMonths(length: number, nth: number): (now: number) => number {
  return (now) => {
    const today = new Date(now)
    const spans = Math.floor(today.getUTCMonth() / length) + nth
    return Date.UTC(today.getUTCFullYear(), spans * length, 0)
  }
}
