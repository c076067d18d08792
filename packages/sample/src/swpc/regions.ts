import { flares } from '#model/flares'
import { random, type StormClock, stormTime } from '#storm'
import { DAY, floorTo, HOUR, withoutZone } from '#time'

/** A region with its position at the end of 11 May 2024. */
interface Region {
  readonly region: number
  readonly latitude: number
  /** Degrees west. */
  readonly west: number
  /** The day on which it got its number. */
  readonly since: string
  /** Millionths of the visible hemisphere; 0 for a region without spots. */
  readonly area: number
  /** Growth of the area per day. */
  readonly growth: number
  readonly spots: number
  readonly spotClass: string
  readonly magClass: string
  /** Probabilities of C, M and X flares and of protons, percent. */
  readonly percents: readonly [c: number, m: number, x: number, protons: number]
}

// 3663 and 3664 match the flares; everything else is invented.
const regions: readonly Region[] = [
  region(3633, 12, 405, '04-08T00:00', [210, 0, 12, 'Dso', 'B'], [30, 5, 1, 1]),
  region(3641, -8, 340, '04-12T00:00', [520, 0, 21, 'Eki', 'BG'], [70, 25, 5, 5]),
  region(3652, 18, 245, '04-20T00:00', [760, 0, 27, 'Ekc', 'BGD'], [85, 35, 10, 10]),
  region(3663, 25, 112, '04-28T00:00', [300, 0, 18, 'Ekc', 'BGD'], [80, 40, 10, 5]),
  region(3664, -17, 60, '05-01T00:00', [2_400, 300, 58, 'Fkc', 'BGD'], [99, 75, 40, 99]),
  region(3667, 27, 8, '05-04T00:00', [40, 5, 5, 'Cao', 'B'], [20, 1, 1, 1]),
  region(3668, -14, 22, '05-05T00:00', [120, 10, 9, 'Dai', 'BG'], [45, 10, 1, 1]),
  region(3669, 9, 78, '05-06T00:00', [0, 0, 0, '', ''], [1, 1, 1, 1]),
  region(3670, 21, -31, '05-09T00:00', [10, 2, 1, 'Hsx', 'A'], [5, 1, 1, 1]),
]

/** How far the Sun turns in a day, degrees. */
const TURN_DEG = 13.2
/** Carrington longitude of the central meridian at the end of 11 May 2024, degrees. */
const CENTRAL_DEG = 287
const LAST_DAY = stormTime('11T00:00')

/** Days of the list. */
const DAYS = 30

/** `solar_regions`: a row for each region on each of 30 days, newest first. */
export function regionRows({ at, shiftMs }: StormClock): unknown[] {
  const today = floorTo(DAY, at)
  return Array.from({ length: DAYS }, (_, ago) => today - ago * DAY).flatMap((day) =>
    regions.flatMap((each) => rowOf(each, day, Math.min(at, day + DAY), shiftMs)),
  )
}

function rowOf(each: Region, day: number, until: number, shiftMs: number): object[] {
  const daysBefore = (LAST_DAY - day) / DAY
  const west = Math.round(each.west - TURN_DEG * daysBefore)
  if (stormTime(each.since) > day || west < -90 || west > 104) return []
  const isGone = west > 90
  const hasSpots = each.area > 0
  const area = Math.max(10, each.area - daysBefore * each.growth)
  const ofDay = flares.filter(
    ({ region, peak }) => region === each.region + 10_000 && peak >= day && peak < until,
  )
  const counted = (letter: string) => ofDay.filter(({ class: label }) => label.startsWith(letter)).length
  const [c, m, x, protons] = isGone ? [0, 0, 0, 0] : each.percents
  return [
    {
      observed_date: withoutZone(day + shiftMs).slice(0, 10),
      region: each.region,
      latitude: each.latitude,
      longitude: 0 - west,
      location: locationOf(each.latitude, west),
      carrington_longitude: (CENTRAL_DEG + each.west) % 360,
      old_carrington_longitude: null,
      area: hasSpots ? area : null,
      spot_class: hasSpots ? each.spotClass : null,
      extent: hasSpots ? Math.min(20, 3 + Math.round(area / 130)) : null,
      number_spots: hasSpots ? each.spots : null,
      mag_class: hasSpots ? each.magClass : null,
      mag_string: null,
      status: isGone ? 'd' : 'f',
      c_xray_events: Math.floor((random(day / HOUR, each.region) * c * (until - day)) / DAY / 12),
      m_xray_events: counted('M'),
      x_xray_events: counted('X'),
      proton_events: null,
      s_flares: 0,
      impulse_flares_1: 0,
      impulse_flares_2: 0,
      impulse_flares_3: 0,
      impulse_flares_4: 0,
      protons: null,
      c_flare_probability: c,
      m_flare_probability: m,
      x_flare_probability: x,
      proton_probability: protons,
      first_date: withoutZone(stormTime(each.since) + shiftMs),
    },
  ]
}

/** Formats as `S17W60`; the digits of longitudes from 100 do not fit. */
function locationOf(latitude: number, west: number): string {
  const digits = (degrees: number) => String(Math.abs(degrees)).padStart(2, '0')
  const longitude = west >= 100 ? '0*' : digits(west)
  return `${latitude < 0 ? 'S' : 'N'}${digits(latitude)}${west < 0 ? 'E' : 'W'}${longitude}`
}

function region(
  number: number,
  latitude: number,
  west: number,
  since: string,
  [area, growth, spots, spotClass, magClass]: readonly [number, number, number, string, string],
  percents: Region['percents'],
): Region {
  return { region: number, latitude, west, since, area, growth, spots, spotClass, magClass, percents }
}
