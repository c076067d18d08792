import * as v from 'valibot'
import { derivedEndpoint } from '#features/space-weather/derived-endpoint'
import { spaceWeatherProblems } from '#features/space-weather/problems'
import { eventProbabilities } from '#features/space-weather/solar/event-probabilities'
import { type SolarRegion, type SolarRegions, solarRegions } from '#features/space-weather/solar/swpc-regions'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { dayParameter } from '#kernel/endpoint/query-parameters'
import { count, instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { hours, iso } from '#kernel/kit/time'

const flares = (letter: string, example: number) =>
  orNull(count(`Flares of class ${letter} in the region on the day`, example))

const region = v.strictObject({
  region: count('NOAA’s number of the region', 4478),
  active_region: count('Number of the region as used in events: NOAA’s number plus 10000', 14478),
  location: orNull(text('Heliographic position', 'S06W45')),
  latitude_deg: orNull(quantity('Heliographic latitude, degrees', -6, -90, 90)),
  longitude_deg: orNull(
    quantity('Degrees west of the central meridian; from 90 the region is beyond the limb', 45, -180, 180),
  ),
  carrington_longitude_deg: orNull(quantity('Carrington longitude, degrees', 76, 0, 360)),
  area_millionths: orNull(
    quantity('Area of the sunspots in the region, millionths of the visible hemisphere', 900, 0),
  ),
  spots: orNull(count('Number of sunspots in the region', 33)),
  spot_class: orNull(text('McIntosh class of the sunspots; null for a region without spots', 'Fko')),
  magnetic_class: orNull(text('Mount Wilson class of the magnetic field', 'beta-gamma')),
  extent_deg: orNull(quantity('Extent in longitude, degrees', 17, 0, 180)),
  c_flares: flares('C', 2),
  m_flares: flares('M', 0),
  x_flares: flares('X', 0),
  ...eventProbabilities,
})

const regionList = v.array(named('SolarRegion', region))
const label = sourceLabel('NOAA SWPC active regions of the Sun')
const asOf = instant('Start of the newest day', '2026-11-21T00:00:00.000Z')

const monthData = v.strictObject({
  days: v.array(v.strictObject({ date: v.string(), regions: regionList })),
  as_of: asOf,
  source: label,
})

type Month = v.InferOutput<typeof monthData>

/** All days of the product. The response to a request contains one of them. */
const month = dataEndpoint({
  path: '/v1/space-weather/regions',
  operationId: 'listRegionsOfMonth',
  summary: 'Active regions of a month',
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: hours(1),
  data: named('RegionsOfMonth', monthData),
  source: fromMeasurement(solarRegions, toMonthData),
})

const data = v.strictObject({
  date: text('UTC day of the list', '2026-11-21'),
  oldest_date: text('Earliest day that `date` can select', '2026-10-23'),
  count: count('Number of regions in the list', 1),
  regions: v.pipe(regionList, v.description('Ordered by number; a value is null if NOAA has none')),
  as_of: asOf,
  source: label,
})

/** Serves the active regions of the Sun on a day. */
export const regions = derivedEndpoint(
  {
    path: '/v1/space-weather/regions',
    operationId: 'listRegions',
    summary: 'Active regions of the Sun',
    description:
      'Active regions numbered by NOAA SWPC, for the newest day or for one of the 30 days in NOAA’s list. ' +
      'Positions refer to 24:00 UTC. The current day is included, and its flare counts are partial.',
    tag: 'Space weather',
    access: 'optional_key',
    ttlMs: hours(1),
    queryParameters: {
      date: dayParameter('UTC day of the list, the newest by default: a UTC date such as', '2026-11-20'),
    },
    data: named('Regions', data),
    problems: [spaceWeatherProblems.value_not_found],
  },
  {
    whole: month,
    maxAgeMs: solarRegions.maxAgeMs,
    toData: (whole, { params }) => regionsOf(whole, params['date'] as string | undefined),
  },
)

function regionsOf({ days, as_of, source }: Month, date: string | undefined): v.InferOutput<typeof data> {
  const oldest_date = days.at(-1)?.date ?? ''
  const found = date === undefined ? days[0] : days.find((each) => each.date === date)
  if (!found)
    throw new Problem(spaceWeatherProblems.value_not_found, {
      message:
        `NOAA lists no regions for ${date}. Its list covers the days from ${oldest_date} to ` +
        `${days[0]?.date}.`,
    })
  return { date: found.date, oldest_date, count: found.regions.length, regions: found.regions, as_of, source }
}

function toMonthData({ at, days }: SolarRegions, source: string): Month {
  return {
    days: days.map(({ day, regions }) => ({ date: day, regions: regions.map(toRegionData) })),
    as_of: iso(at),
    source,
  }
}

function toRegionData(each: SolarRegion): v.InferOutput<typeof region> {
  const { latitude, longitude, flares, probabilities } = each
  const [c = null, m = null, x = null] = flares
  const [cPercent = null, mPercent = null, xPercent = null, protons = null] = probabilities
  return {
    region: each.region,
    active_region: each.region < 10_000 ? each.region + 10_000 : each.region,
    location: latitude === null || longitude === null ? null : positionOf(latitude, longitude),
    latitude_deg: latitude,
    longitude_deg: longitude,
    carrington_longitude_deg: each.carringtonLongitude,
    area_millionths: each.area,
    spots: each.spots,
    spot_class: each.spotClass,
    magnetic_class: each.magneticClass,
    extent_deg: each.extent,
    c_flares: c,
    m_flares: m,
    x_flares: x,
    c_class_percent: cPercent,
    m_class_percent: mPercent,
    x_class_percent: xPercent,
    protons_percent: protons,
  }
}

/** Formats a position as `S06W45`. NOAA writes asterisks from 100° onwards. */
function positionOf(latitude: number, longitude: number): string {
  const digits = (degrees: number) => String(Math.abs(degrees)).padStart(2, '0')
  return `${latitude < 0 ? 'S' : 'N'}${digits(latitude)}${longitude < 0 ? 'E' : 'W'}${digits(longitude)}`
}

/** Returns active regions, the largest area first. */
export function byArea<Region extends { readonly area_millionths: number | null }>(
  list: readonly Region[],
): Region[] {
  return list.toSorted((one, other) => (other.area_millionths ?? 0) - (one.area_millionths ?? 0))
}
