import type { PadName } from '#launch-library/pads'
import type { OrbitName, Precision, ProviderName, Status } from '#launch-library/vocabulary'
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
}

/** Returns the launches, soonest first. Vehicles and pads are real, missions and times are invented. */
export function launchesAround(now: number): Launch[] {
  const launches = plans.map(
    ([status, precision, net, vehicle, pad, mission, windowMs = 0, probability = null]) => {
      const provider = flownBy[vehicle]
      return { vehicle, provider, mission, pad, status, precision, net: net(now), windowMs, probability }
    },
  )
  return launches.sort((a, b) => a.net - b.net)
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

type Plan = readonly [
  status: Status,
  precision: Precision | null,
  net: (now: number) => number,
  vehicle: keyof typeof flownBy,
  pad: PadName | null,
  mission: Launch['mission'],
  windowMs?: number,
  probability?: number,
]

const crew = (name: string) => [name, 'Human Exploration', 'LEO'] as const
const relay = (name: string, orbit: OrbitName = 'LEO') => [name, 'Communications', orbit] as const
const survey = (name: string) => [name, 'Earth Science', 'SSO'] as const
const moon = ['Moon Survey 3', 'Planetary Science', 'LO'] as const
const unknown = ['Unknown Payload', 'Unknown', 'N/A'] as const

const plans: readonly Plan[] = [
  ['Success', 'SEC', inHours(-4, 12), 'Falcon 9 Block 5', 'SLC-40', relay('Broadband Group 12-7')],
  ['In Flight', 'SEC', minutesAgo, 'Electron', 'LC-1B', survey('Radar Pair 5'), HOUR],
  ['Go', 'SEC', inHours(3, 37), 'Falcon 9 Block 5', 'LC-39A', crew('Crew Rotation 15'), HOUR, 85],
  ['Go', 'MIN', inHours(9, 14), 'Long March 2F/G', 'LA-91', crew('Station Crew 24'), HOUR / 2],
  ['Hold', 'MIN', inDays(1, 2, 30), 'Atlas V 551', 'SLC-41', relay('Broadband LA-12'), 2 * HOUR, 40],
  ['TBC', 'HR', inDays(2, 10, 0), 'Soyuz 2.1b', 'Vostochny 1S', survey('Weather Polar 5'), HOUR],
  ['Go', 'MIN', inDays(3, 8, 52), 'Ariane 64', 'ELA-4', relay('Television Twin 3', 'GTO')],
  ['TBC', 'DAY', inDays(5, 0, 0), 'Long March 7A', 'Wenchang 201', null],
  ['TBD', 'DAY', inDays(9, 0, 0), 'LVM-3', 'SDSC SLP', relay('Data Relay 2', 'GTO')],
  ['TBD', null, inDays(12, 0, 0), 'Electron', 'LC-1B', unknown],
  ['TBD', 'M', endOfMonths(1, 2), 'H3-30', 'LP-2', survey('Land Imager 6')],
  ['TBD', 'M', endOfMonths(1, 3), 'Falcon 9 Block 5', null, relay('Rideshare 19')],
  ['TBD', 'Q', endOfMonths(3, 2), 'Ariane 64', 'ELA-4', relay('Broadband LE-05')],
  ['TBD', 'H', endOfMonths(6, 2), 'Soyuz 2.1b', 'Vostochny 1S', moon],
  ['TBD', 'Y', endOfMonths(12, 2), 'Long March 2F/G', 'LA-91', null],
]

function minutesAgo(now: number): number {
  return floorTo(10 * MINUTE, now) - 4 * MINUTE
}

function inHours(hours: number, minutes: number): (now: number) => number {
  return (now) => floorTo(HOUR, now) + hours * HOUR + minutes * MINUTE
}

function inDays(days: number, hours: number, minutes: number): (now: number) => number {
  return (now) => floorTo(DAY, now) + days * DAY + hours * HOUR + minutes * MINUTE
}

/** Returns the last day of the nth period of `length` months; the current one is the first. */
function endOfMonths(length: number, nth: number): (now: number) => number {
  return (now) => {
    const today = new Date(now)
    const spans = Math.floor(today.getUTCMonth() / length) + nth
    return Date.UTC(today.getUTCFullYear(), spans * length, 0)
  }
}
