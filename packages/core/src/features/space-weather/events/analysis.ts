import type { EarthImpact } from '#features/space-weather/events/solar-event'
import { days, parseUtc } from '#kernel/kit/time'
import { parseInstant, parseInteger, parseNumber, type Row, toRows } from '#kernel/upstreams/parse/fields'

/** Greatest plausible transit time: the slowest ejections reach Earth within a week. */
const MAX_TRANSIT_MS = days(30)

/** Measured features of an ejection, in order of priority: the leading edge, then the shock. */
const FEATURES: readonly unknown[] = ['LE', 'SH']

/**
 * Returns speed, width and direction of an ejection, and its predicted arrival. They are empty if no analysis
 * is marked as the most accurate.
 *
 * Analyses have this order of priority: marked as the most accurate first; leading edge before shock; last
 * submitted first. The measurements come from the first analysis, and the arrival from the first one with a
 * model run. Until a new analysis has its run, NASA's prediction therefore comes from another analysis.
 */
export function analysisOf(analyses: unknown, now: number) {
  const ranked = toRows(analyses)
    .filter(({ featureCode }) => FEATURES.includes(featureCode))
    .reverse()
    .sort((one, other) => rankOf(one) - rankOf(other) || submittedAt(other) - submittedAt(one))
  const [first] = ranked
  if (first?.['isMostAccurate'] !== true) return {}
  const modelled = ranked.find(({ enlilList }) => toRows(enlilList).length > 0)
  return {
    speed_km_s: parseNumber(first['speed'], 0, 10_000),
    half_angle_deg: parseNumber(first['halfAngle'], 0, 180),
    latitude_deg: parseNumber(first['latitude'], -90, 90),
    longitude_deg: parseNumber(first['longitude'], -180, 180),
    earth_impact: earthImpact(modelled?.['enlilList'], modelled !== first, now),
  }
}

function rankOf({ isMostAccurate, featureCode }: Row): number {
  return (isMostAccurate === true ? 0 : FEATURES.length) + FEATURES.indexOf(featureCode)
}

function submittedAt({ submissionTime }: Row): number {
  return parseUtc(submissionTime) ?? 0
}

/**
 * Returns the prediction of the last completed model run for Earth; `null` if the ejection misses Earth.
 * `isEarthGB` marks a glancing blow.
 */
function earthImpact(runs: unknown, awaits_run: boolean, now: number): EarthImpact | null {
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
    awaits_run,
  }
}

function latestBy(rows: readonly Row[], name: string): Row | undefined {
  const at = (row: Row) => parseUtc(row[name]) ?? 0
  return rows.reduce<Row | undefined>(
    (latest, row) => (latest && at(latest) > at(row) ? latest : row),
    undefined,
  )
}
