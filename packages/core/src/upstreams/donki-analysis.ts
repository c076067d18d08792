import { days, parseUtc } from '#time'
import { instantOf, integerOf, numberOf, type Row, rowsIn } from '#upstreams/checked'
import type { EarthImpact } from '#upstreams/solar-event'

/** The slowest ejections reach Earth within a week. */
const LONGEST_WAY_MS = days(30)

/** What the leading-edge analysis marked most accurate says, of several the one submitted last; empty when none is. */
export function leadingEdge(analyses: unknown, now: number) {
  const candidates = rowsIn(analyses).filter(
    (row) => row['isMostAccurate'] === true && row['featureCode'] === 'LE',
  )
  const analysis = latestBy(candidates, 'submissionTime')
  if (!analysis) return {}
  return {
    speed_km_s: numberOf(analysis['speed'], 0, 10_000),
    half_angle_deg: numberOf(analysis['halfAngle'], 0, 180),
    latitude_deg: numberOf(analysis['latitude'], -90, 90),
    longitude_deg: numberOf(analysis['longitude'], -180, 180),
    earth_impact: earthImpact(analysis['enlilList'], now),
  }
}

/** What the model run completed last says of Earth, nothing when it misses; `isEarthGB` marks a glancing blow. */
function earthImpact(runs: unknown, now: number): EarthImpact | null {
  const run = latestBy(rowsIn(runs), 'modelCompletionTime')
  const arrival_time = instantOf(run?.['estimatedShockArrivalTime'], now + LONGEST_WAY_MS)
  if (!run || arrival_time === null) return null
  const indices = ['kp_18', 'kp_90', 'kp_135', 'kp_180'].flatMap((name) => integerOf(run[name], 0, 9) ?? [])
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
