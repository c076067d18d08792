import { sunElevationDeg } from '@space-data/charts/sun'
import * as v from 'valibot'
import {
  type AuroraGrid,
  auroraGrid,
  auroraGridIn,
  auroraInstants,
} from '#features/space-weather/aurora/aurora-grid'
import { bestCrossing, bestPoleward, type Seen } from '#features/space-weather/aurora/best-crossing'
import { auroraForecast } from '#features/space-weather/aurora/swpc-ovation'
import { type Point, roundTo, valueAt } from '#features/space-weather/grid/grid'
import { gridAtPlace, placeMembers } from '#features/space-weather/grid/grid-at-place'
import { geomagneticLatitudeDeg, latitudeOfGeomagneticDeg } from '#features/space-weather/grid/sphere'
import { kp } from '#features/space-weather/kp/kp'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { read } from '#kernel/endpoint/read-data'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { minutes } from '#kernel/kit/time'

/** Formula for the geomagnetic latitude of the view line. */
const VIEW_LINE_FORMULA = '66.5° − 2.05° × Kp − 9.0°'

/** Distance from which aurora is visible: at a height of 100 km, it is above the horizon there. */
const VIEW_KM = 1_000
/** Elevation of the Sun below which it is dark, in degrees: the end of civil twilight. */
export const DARK_DEG = -6

/** Schema of a grid point as seen from the location. */
const crossing = {
  probability_percent: quantity('Probability at the grid point, percent', 48, 0, 100),
  latitude_deg: quantity('Latitude of the grid point, degrees', 65, -90, 90),
  longitude_deg: quantity('Longitude of the grid point, degrees east, -180 to 180', 27, -180, 180),
  distance_km: quantity('Distance from the location, km', 545.2, 0, VIEW_KM),
  bearing_deg: quantity('Direction from the location, degrees clockwise from north', 9.9, 0, 360),
}

/** Members of a payload about the aurora at a location. */
export const auroraMembers = {
  ...placeMembers,
  probability_percent: quantity(
    'Probability of aurora above the location, percent, interpolated from the four nearest grid points',
    12.4,
    0,
    100,
  ),
  best_in_view: v.pipe(
    named('BestInView', v.strictObject(crossing)),
    v.description(
      `Grid point with the highest probability within ${VIEW_KM} km, in any direction; if several are ` +
        'equal, the nearest. Aurora there is visible from the location. In a storm, the grid point may be ' +
        'on the side towards the equator',
    ),
  ),
  best_poleward: v.pipe(
    named('BestPoleward', v.strictObject(crossing)),
    v.description(
      `Grid point with the highest probability, among the points within ${VIEW_KM} km that are no farther ` +
        'from the geomagnetic pole than the location; if several are equal, the nearest. Aurora there is ' +
        'visible from the location, low in the sky',
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
    v.description(`Whether the elevation is below ${DARK_DEG}°, after the end of civil twilight`),
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
            'Latitude at which the line crosses the meridian of the location, degrees',
            50.4,
            -90,
            90,
          ),
          geomagnetic_latitude_deg: quantity(
            'Geomagnetic latitude of the line (dipole of 2025), degrees',
            47.3,
            -90,
            90,
          ),
          formula: text('How the geomagnetic latitude follows from Kp', VIEW_LINE_FORMULA),
          kp: quantity('The planetary K index used', 5, 0, 9),
          kp_as_of: instant('Time that Kp refers to'),
        }),
      ),
      v.description(
        'Line from which midnight aurora is visible low on the horizon, computed only from Kp; null while ' +
          'Kp is unavailable. Midnight aurora begins at a geomagnetic latitude of 66.5° − 2.05° × Kp, ' +
          'according to a table of NOAA. The line is 9.0° (1,000 km) closer to the equator',
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

export type AuroraAtPlace = v.InferOutput<typeof data>

/** The index that the view line is computed from. */
interface KpNow {
  readonly kp: number
  readonly as_of: string
}

/** Serves the aurora forecast at a location. */
export const aurora = gridAtPlace(
  {
    path: '/v1/space-weather/aurora',
    operationId: 'getAurora',
    summary: 'Aurora forecast at a location',
    description:
      'From NOAA’s OVATION model, for the time `forecast_at`, 30 to 90 minutes after the solar wind was ' +
      'measured. All values refer to that time, except the view line, which uses the newest Kp.',
    ttlMs: minutes(5),
    data: named('AuroraAtPlace', data),
  },
  {
    grid: auroraGrid,
    maxAgeMs: auroraForecast.maxAgeMs,
    toData: async (grid, place, call) => toAuroraData(grid, place, await readKp(call)),
  },
)

/** Reads Kp as its endpoint serves it; `null` if it is unavailable. */
async function readKp(call: EndpointCall): Promise<KpNow | null> {
  try {
    return (await read(kp, call)).data
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Converts the grid to the payload for a location. */
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

/**
 * Returns where the view line crosses the meridian of a location, in its hemisphere. Both latitudes are in
 * degrees, south negative. Midnight aurora begins at a geomagnetic latitude of 66.5° − 2.05° × Kp, which
 * reproduces NOAA's table within 0.05°. It is visible on the horizon from up to 1,000 km, or 9.0°, away.
 */
function viewLineOf(kp: number, place: Point): { latitudeDeg: number; geomagneticDeg: number } {
  const sign = geomagneticLatitudeDeg(place) < 0 ? -1 : 1
  const geomagneticDeg = sign * (66.5 - 2.05 * kp - 9)
  return { geomagneticDeg, latitudeDeg: latitudeOfGeomagneticDeg(geomagneticDeg, place.longitudeDeg) }
}
