import { axis, type Grid } from '#features/space-weather/grid/grid'
import { hours, minutes, parseUtc } from '#kernel/kit/time'
import { parseInteger, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured } from '#kernel/upstreams/upstream'

/** A forecast of the aurora: its probability in percent by degrees of latitude and longitude. */
export interface AuroraForecast {
  /** Time of the solar wind measurement at L1 that it is based on, in epoch milliseconds. */
  readonly observedAt: number
  /** Time that it refers to, when that wind arrives, in epoch milliseconds. */
  readonly forecastAt: number
  readonly grid: Grid
}

const [ROWS, COLUMNS] = [181, 360]
/** Wind of 200 km/s needs two hours from L1. */
const MAX_LEAD_MS = hours(6)
const MAX_CLOCK_SKEW_MS = minutes(5)

/**
 * Returns the grid of these bytes: rows from the South Pole to the North Pole, columns from Greenwich
 * eastwards.
 */
export function ovationGrid(bytes: Uint8Array): Grid {
  const latitudesDeg = axis(-90, 1, ROWS)
  const rows = latitudesDeg.map((_, row) => bytes.subarray(row * COLUMNS, (row + 1) * COLUMNS))
  return { latitudesDeg, longitudesDeg: axis(0, 1, COLUMNS), rows }
}

/** The OVATION model of NOAA SWPC, computed every five minutes from the solar wind. */
export const auroraForecast = measured<AuroraForecast>({
  id: 'swpc-ovation',
  provider: 'swpc',
  label: 'aurora forecast (OVATION)',
  target: () => '/json/ovation_aurora_latest.json',
  probeParams: undefined,
  parse: parseForecast,
  newestAt: ({ observedAt }) => observedAt,
  cadenceMs: minutes(10),
  maxAgeMs: hours(3),
  maxBytes: 2 * 1024 * 1024,
})

function parseForecast(body: string, now: number): AuroraForecast {
  const file = toRow(readJson(body)) ?? {}
  const observedAt = instantIn(file, 'Observation Time')
  const forecastAt = instantIn(file, 'Forecast Time')
  if (observedAt > now + MAX_CLOCK_SKEW_MS) throw new ShapeError('Observation Time is in the future')
  const leadMs = forecastAt - observedAt
  if (leadMs < 0 || leadMs > MAX_LEAD_MS)
    throw new ShapeError('Forecast Time does not match Observation Time')
  return { observedAt, forecastAt, grid: ovationGrid(bytesIn(file['coordinates'])) }
}

function instantIn(file: Readonly<Record<string, unknown>>, name: string): number {
  const at = parseUtc(file[name])
  if (at === null)
    throw new ShapeError(`${name} ${file[name] === undefined ? 'is missing' : 'has no usable value'}`)
  return at
}

/**
 * Reads the triples of longitude, latitude and percent. Their order is part of the expected shape: meridian
 * by meridian, each from south to north.
 */
function bytesIn(coordinates: unknown): Uint8Array {
  if (!Array.isArray(coordinates)) throw new ShapeError('coordinates is missing')
  if (coordinates.length !== ROWS * COLUMNS)
    throw new ShapeError(`expected ${ROWS * COLUMNS} rows in coordinates`)
  const bytes = new Uint8Array(ROWS * COLUMNS)
  for (const [i, triple] of coordinates.entries()) {
    const [column, row] = [Math.floor(i / ROWS), i % ROWS]
    const [longitude, latitude, value, ...more]: readonly unknown[] = Array.isArray(triple) ? triple : []
    if (longitude !== column || latitude !== row - 90 || more.length > 0)
      throw new ShapeError('coordinates are in an unexpected order')
    const percent = parseInteger(value, 0, 100)
    if (percent === null) throw new ShapeError('coordinates has no usable value')
    bytes[row * COLUMNS + column] = percent
  }
  return bytes
}
