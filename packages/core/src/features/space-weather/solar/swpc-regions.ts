import { days, hours, parseUtc, utcDay } from '#kernel/kit/time'
import { parseInteger, parseText, type Row, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf, memberOrNull } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** An active region of the Sun as NOAA saw it on a UTC day; `null` if NOAA has no value. */
export interface SolarRegion {
  /** NOAA's number, with four digits. */
  readonly region: number
  /** Heliographic latitude, degrees. */
  readonly latitude: number | null
  /** Degrees west of the central meridian; more than 90 beyond the limb. */
  readonly longitude: number | null
  readonly carringtonLongitude: number | null
  /** Millionths of the visible hemisphere. */
  readonly area: number | null
  readonly spotClass: string | null
  readonly spots: number | null
  /** Extent in longitude, degrees. */
  readonly extent: number | null
  readonly magneticClass: string | null
  /** Flares of the classes C, M and X on the day. */
  readonly flares: readonly (number | null)[]
  /** Probabilities of C, M and X flares and of protons, percent. */
  readonly probabilities: readonly (number | null)[]
}

/** The regions of all days in the product. */
export interface SolarRegions {
  /** Start of the newest day, in epoch milliseconds. */
  readonly at: number
  /** The newest day first. */
  readonly days: readonly { readonly day: string; readonly regions: readonly SolarRegion[] }[]
}

/**
 * The active regions of a month, with one row per region and UTC day. Positions refer to the end of the day.
 * The rows of the current day are published before it ends.
 */
export const solarRegions = measured<SolarRegions>({
  id: 'swpc-regions',
  provider: 'swpc',
  label: 'active regions of the Sun',
  target: () => '/json/solar_regions.json',
  probeParams: undefined,
  parse: parseRegions,
  newestAt: ({ at }) => at,
  cadenceMs: hours(24),
  maxAgeMs: days(3),
  maxBytes: 1024 * 1024,
})

function parseRegions(body: string, now: number, { onRows }: ParseListeners = {}): SolarRegions {
  const rows = readJson(body)
  if (!Array.isArray(rows)) throw new ShapeError('not an array of regions')
  const dated = readRows(
    rows,
    (each) => {
      const row = toRow(each) ?? {}
      const at = memberOf(row, 'observed_date', parseUtc)
      if (at > now) throw new ShapeError('observed_date is in the future')
      return { at, region: regionIn(row) }
    },
    { onRows },
  )
  const byDay = new Map<string, Map<number, SolarRegion>>()
  for (const { at, region } of dated) {
    const day = byDay.get(utcDay(at)) ?? new Map<number, SolarRegion>()
    byDay.set(utcDay(at), day.set(region.region, region))
  }
  const newest = [...byDay.keys()].sort().reverse()
  if (newest[0] === undefined) throw new ShapeError('there are no rows')
  const inOrder = (day: string) => [...(byDay.get(day)?.values() ?? [])].sort((a, b) => a.region - b.region)
  return { at: Date.parse(newest[0]), days: newest.map((day) => ({ day, regions: inOrder(day) })) }
}

const within = (min: number, max: number) => (value: unknown) => parseInteger(value, min, max)
const short = (value: unknown) => parseText(value)?.slice(0, 20) ?? null
const perDay = within(0, 1_000)
const percent = within(0, 100)

function regionIn(row: Row): SolarRegion {
  const latitude = memberOrNull(row, 'latitude', within(-90, 90))
  // Degrees east.
  const longitude = memberOrNull(row, 'longitude', within(-180, 180))
  checkSigns(memberOrNull(row, 'location', short), latitude, longitude)
  return {
    region: memberOf(row, 'region', within(1, 99_999)),
    latitude,
    longitude: longitude === null ? null : 0 - longitude,
    carringtonLongitude: memberOrNull(row, 'carrington_longitude', within(0, 360)),
    area: memberOrNull(row, 'area', within(0, 100_000)),
    spotClass: memberOrNull(row, 'spot_class', short),
    spots: memberOrNull(row, 'number_spots', perDay),
    extent: memberOrNull(row, 'extent', within(0, 180)),
    magneticClass: memberOrNull(row, 'mag_class', parseMagneticClass),
    flares: ['c', 'm', 'x'].map((letter) => memberOrNull(row, `${letter}_xray_events`, perDay)),
    probabilities: ['c_flare', 'm_flare', 'x_flare', 'proton'].map((what) =>
      memberOrNull(row, `${what}_probability`, percent),
    ),
  }
}

/** Throws if the location, such as `S06W45`, contradicts the signs of the numbers. */
function checkSigns(location: string | null, latitude: number | null, longitude: number | null): void {
  const [, north, east] = /^([NS])\d\d([EW])\d/.exec(location ?? '') ?? []
  const isSame =
    (latitude ?? 0) * (north === 'S' ? -1 : 1) >= 0 && (longitude ?? 0) * (east === 'W' ? -1 : 1) >= 0
  if (!isSame || (location !== null) !== (north !== undefined))
    throw new ShapeError('location has no usable value')
}

const MAGNETIC: Readonly<Record<string, string>> = { A: 'alpha', B: 'beta', G: 'gamma', D: 'delta' }

/** Returns the class of Mount Wilson in words: `beta-gamma-delta` for `BGD`. */
function parseMagneticClass(value: unknown): string | null {
  const words = [...String(value)].map((letter) => MAGNETIC[letter])
  return words.length > 0 && words.length <= 4 && !words.includes(undefined) ? words.join('-') : null
}
