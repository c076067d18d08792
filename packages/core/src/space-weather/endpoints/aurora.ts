import { sunElevationDeg } from '@space-data/charts/sun'
import * as v from 'valibot'
import type { EndpointCall } from '#endpoint/endpoint'
import { servedIn } from '#endpoint/envelope'
import { instant, named, orNull, quantity, sourceLabel, text } from '#endpoint/schemas'
import { Problem } from '#kit/problem'
import { minutes } from '#kit/time'
import {
  type AuroraGrid,
  auroraGrid,
  auroraGridIn,
  auroraInstants,
} from '#space-weather/endpoints/aurora-grid'
import { kp } from '#space-weather/endpoints/kp'
import { bestCrossing, bestPoleward, type Seen } from '#space-weather/grid/best-crossing'
import { type Point, roundTo, valueAt } from '#space-weather/grid/grid'
import { gridAtPlace, placeMembers } from '#space-weather/grid/grid-at-place'
import { VIEW_LINE_FORMULA, viewLineOf } from '#space-weather/reference/view-line'
import { auroraForecast } from '#space-weather/swpc/ovation'

/** From how far the aurora can be seen: 100 km high, it is above the horizon there. */
const VIEW_KM = 1_000
/** Elevation of the Sun below which it is dark, in degrees: the end of civil twilight. */
export const DARK_DEG = -6

/** Schema of a crossing of the grid, as seen from the place. */
const crossing = {
  probability_percent: quantity('Probability there, percent', 48, 0, 100),
  latitude_deg: quantity('Latitude, degrees', 65, -90, 90),
  longitude_deg: quantity('Longitude, degrees east, -180 to 180', 27, -180, 180),
  distance_km: quantity('Distance from the place, km', 545.2, 0, VIEW_KM),
  bearing_deg: quantity('Direction from the place: degrees from north to east', 9.9, 0, 360),
}

/** Members of a payload about the aurora at a place. */
export const auroraMembers = {
  ...placeMembers,
  probability_percent: quantity(
    'Probability of aurora above the place, percent: between the four crossings of the grid around it',
    12.4,
    0,
    100,
  ),
  best_in_view: v.pipe(
    named('BestInView', v.strictObject(crossing)),
    v.description(
      `The crossing of the grid with the highest probability within ${VIEW_KM} km, in any direction; of equal ones ` +
        'the nearest. Aurora there can be seen from the place; in a storm it may be on the side of the equator',
    ),
  ),
  best_poleward: v.pipe(
    named('BestPoleward', v.strictObject(crossing)),
    v.description(
      `The crossing of the grid with the highest probability, of those within ${VIEW_KM} km that are no farther ` +
        'from the geomagnetic pole than the place; of equal ones the nearest. Aurora there can be seen from the ' +
        'place, low in the sky',
    ),
  ),
  sun_elevation_deg: quantity(
    'Elevation of the centre of the Sun at forecast_at, degrees, without refraction',
    -18.2,
    -90,
    90,
  ),
  is_dark: v.pipe(
    v.boolean(),
    v.description(`Whether that is below ${DARK_DEG}°, after the end of civil twilight`),
    v.examples([true]),
  ),
}

const { sun_elevation_deg, is_dark, ...above } = auroraMembers
const data = v.strictObject({
  ...above,
  view_line: orNull(
    v.pipe(
      named(
        'ViewLine',
        v.strictObject({
          latitude_deg: quantity(
            'Latitude at which it crosses the meridian of the place, degrees',
            50.4,
            -90,
            90,
          ),
          geomagnetic_latitude_deg: quantity(
            'Its geomagnetic latitude (dipole of 2025), degrees',
            47.3,
            -90,
            90,
          ),
          formula: text('How that follows from Kp', VIEW_LINE_FORMULA),
          kp: quantity('The planetary K index used', 5, 0, 9),
          kp_as_of: instant('Time that the index refers to'),
        }),
      ),
      v.description(
        'Where aurora is low above the horizon at midnight, by Kp alone; null while Kp cannot be had. A ' +
          'geomagnetic latitude of 66.5° − 2.05° × Kp is where aurora of midnight begins, by a table of NOAA; ' +
          '9.0° are 1,000 km',
      ),
      v.examples([]),
    ),
  ),
  sun_elevation_deg,
  is_dark,
  ...auroraInstants,
  as_of: instant('The same as observed_at'),
  source: sourceLabel('NOAA SWPC aurora forecast (OVATION)'),
})

/** The payload of the aurora at a place. */
export type AuroraAtPlace = v.InferOutput<typeof data>

/** The index that the view line is of. */
interface KpNow {
  readonly kp: number
  readonly as_of: string
}

/** Serves the aurora at a place. */
export const aurora = gridAtPlace(
  {
    path: '/v1/space-weather/aurora',
    operationId: 'getAurora',
    summary: 'Forecast of the aurora at a place',
    description:
      'Of NOAA’s OVATION model, for the instant `forecast_at`, 30 to 90 minutes after the solar wind was ' +
      'measured. All that depends on the time is of that instant, but for the view line, which is of the newest Kp.',
    ttlMs: minutes(5),
    data: named('AuroraAtPlace', data),
  },
  {
    grid: auroraGrid,
    maxAgeMs: auroraForecast.maxAgeMs,
    toData: async (grid, place, call) => toAuroraData(grid, place, await readKp(call)),
  },
)

/** Reads Kp as its own path serves it; `null` if it cannot be had. */
async function readKp(call: EndpointCall): Promise<KpNow | null> {
  try {
    const reply = await kp.respond({ ...call, params: {} })
    return 'snapshot' in reply ? servedIn<KpNow>(reply.snapshot.value).data : null
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Converts the grid to the payload of a place. */
export function toAuroraData(forecast: AuroraGrid, place: Point, kpNow: KpNow | null): AuroraAtPlace {
  const { latitudeDeg, longitudeDeg } = place
  const { observed_at, forecast_at, as_of, source } = forecast
  const grid = auroraGridIn(forecast)
  const sun = sunElevationDeg(latitudeDeg, longitudeDeg, Date.parse(forecast_at))
  const line = kpNow && viewLineOf(kpNow.kp, place)
  return {
    latitude_deg: latitudeDeg,
    longitude_deg: longitudeDeg,
    probability_percent: roundTo(valueAt(grid, place), 1),
    best_in_view: toCrossingData(bestCrossing(grid, place, VIEW_KM)),
    best_poleward: toCrossingData(bestPoleward(grid, place, VIEW_KM)),
    view_line: line && {
      latitude_deg: roundTo(line.latitudeDeg, 1),
      geomagnetic_latitude_deg: roundTo(line.geomagneticDeg, 1),
      formula: VIEW_LINE_FORMULA,
      kp: kpNow.kp,
      kp_as_of: kpNow.as_of,
    },
    sun_elevation_deg: roundTo(sun, 2),
    is_dark: sun < DARK_DEG,
    observed_at,
    forecast_at,
    as_of,
    source,
  }
}

function toCrossingData({ value, latitudeDeg, longitudeDeg, distanceKm, bearingDeg }: Seen) {
  return {
    probability_percent: value,
    latitude_deg: latitudeDeg,
    longitude_deg: longitudeDeg > 180 ? longitudeDeg - 360 : longitudeDeg,
    distance_km: roundTo(distanceKm, 1),
    bearing_deg: roundTo(bearingDeg, 1) % 360,
  }
}
