import type { EarthImpact } from '#catalogue/events/solar-event'
import { days, parseUtc } from '#kit/time'
import { parseInstant, parseInteger, parseNumber, type Row, toRows } from '#upstreams/parse/fields'

/** Greatest plausible transit time: the slowest ejections reach Earth within a week. */
const MAX_TRANSIT_MS = days(30)

/**
 * Returns the most accurate leading-edge analysis; of several, the one submitted last. Empty if there is
 * none.
 */
export function leadingEdgeAnalysis(analyses: unknown, now: number) {
  const candidates = toRows(analyses).filter(
    (row) => row['isMostAccurate'] === true && row['featureCode'] === 'LE',
  )
  const analysis = latestBy(candidates, 'submissionTime')
  if (!analysis) return {}
  return {
    speed_km_s: parseNumber(analysis['speed'], 0, 10_000),
    half_angle_deg: parseNumber(analysis['halfAngle'], 0, 180),
    latitude_deg: parseNumber(analysis['latitude'], -90, 90),
    longitude_deg: parseNumber(analysis['longitude'], -180, 180),
    earth_impact: earthImpact(analysis['enlilList'], now),
  }
}

/**
 * Returns what the last completed model run predicts for Earth; `null` if it misses. `isEarthGB` marks a
 * glancing blow.
 */
function earthImpact(runs: unknown, now: number): EarthImpact | null {
  const run = latestBy(toRows(runs), 'modelCompletionTime')
  const arrival_time = parseInstant(run?.['estimatedShockArrivalTime'], now + MAX_TRANSIT_MS)
  if (!run || arrival_time === null) return null
  const indices = ['kp_18', 'kp_90', 'kp_135', 'kp_180'].flatMap(
    (name) => parseInteger(run[name], 0, 9) ?? [],
  )
  return {
    arrival_time,
    glancing: run['isEarthGB'] === true,
    kp_max: indices.length > 0 ? Math.max(...indices) : null,
  }
}

function latestBy(rows: readonly Row[], name: string): Row | undefined {
  const at = (row: Row) => parseUtc(row[name]) ?? 0
  return rows.reduce<Row | undefined>(
    (latest, row) => (latest && at(latest) > at(row) ? latest : row),
    undefined,
  )
}
