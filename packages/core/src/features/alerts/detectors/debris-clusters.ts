import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import { type Comparison, listedOf } from '#features/alerts/detectors/listed-objects'
import { debrisClusterAdded } from '#features/alerts/types/catalogue'
import { groupByLaunch, LEAST_CLUSTER_PIECES, launchOf } from '#features/objects/elements/launch-designator'
import { days } from '#kernel/kit/time'

/** Maximum number of alerts per night, for the largest clusters. */
const MAX_ALERTS = 10
/** Minimum ratio of the number of new debris objects to the mean of that launch in other runs. */
const LEAST_FACTOR = 3
/** Minimum age of a launch. A younger launch has debris that is not catalogued yet. */
const OLD_MS = days(30)
/**
 * Time for which no further alert is sent for a launch, in milliseconds, as debris is catalogued over weeks.
 */
const QUIET_MS = days(7)
/** Weight of a run in the mean of about 30. */
const WEIGHT = 2 / 31
/**
 * Launches with a mean below the first value are dropped. The second value is the maximum number of launches.
 */
const [LEAST_MEAN, MAX_LAUNCHES] = [0.02, 500]

/** State for the evaluation of new debris; instants are epoch milliseconds. */
export interface ClusterState {
  /** The highest launch designators of new objects, with the time at which each was first seen; ascending. */
  readonly marks: readonly (readonly [at: number, launch: string])[]
  /** Exponential mean of new debris objects per run, by launch. */
  readonly background: Readonly<Record<string, number>>
  /** Time of the last alert, by launch. */
  readonly reported: Readonly<Record<string, number>>
}

type Added = Comparison['added'][number]

/** Returns the next state, and an alert for each launch with unusually much new debris. */
export function findClusters(before: ClusterState, comparison: Comparison) {
  const at = Date.parse(comparison.computed_at)
  const fresh = comparison.added.filter(({ reason }) => reason === 'new')
  const pieces = groupByLaunch(fresh.filter(({ object_type }) => object_type === 'debris'))
  const reported = Object.fromEntries(
    Object.entries(before.reported).filter(([, since]) => at - since < QUIET_MS),
  )
  const alerts: AlertFacts[] = []
  for (const [launch, objects] of [...pieces].sort(([, one], [, other]) => other.length - one.length)) {
    const background = before.background[launch] ?? 0
    const isMany = objects.length >= LEAST_CLUSTER_PIECES && objects.length >= LEAST_FACTOR * background
    const isNews = isMany && !Object.hasOwn(reported, launch) && isOld(launch, at, before.marks)
    if (!isNews || alerts.length === MAX_ALERTS) continue
    reported[launch] = at
    alerts.push(alertOf(launch, objects, background, comparison))
  }
  const marks = withMark(before.marks, fresh, at)
  return { state: { marks, background: nextBackground(before.background, pieces), reported }, alerts }
}

/**
 * Returns whether a launch is older than 30 days: it was in an earlier year than the day 30 days ago, or is
 * not after a launch catalogued by then. Launches are numbered in their order; the catalogue does not have
 * their dates.
 */
function isOld(launch: string, at: number, marks: ClusterState['marks']): boolean {
  const year = new Date(at - OLD_MS).getUTCFullYear()
  if (Number(launch.slice(0, 4)) < year) return true
  return marks.some(([seenAt, highest]) => seenAt <= at - OLD_MS && highest >= launch)
}

function withMark(marks: ClusterState['marks'], fresh: readonly Added[], at: number): ClusterState['marks'] {
  const launches = fresh.map(({ international_designator }) => launchOf(international_designator) ?? '')
  const last = marks.at(-1)?.[1] ?? ''
  const highest = [...launches, last].sort().at(-1) ?? last
  const all = highest === last ? marks : [...marks, [at, highest] as const]
  // Only the last mark older than 30 days counts.
  const newestOld = all.findLastIndex(([seenAt]) => seenAt <= at - OLD_MS)
  return all.slice(Math.max(0, newestOld))
}

function nextBackground(
  before: ClusterState['background'],
  pieces: ReadonlyMap<string, readonly Added[]>,
): ClusterState['background'] {
  const launches = new Set([...Object.keys(before), ...pieces.keys()])
  const means = [...launches].map((launch) => {
    const mean = before[launch] ?? 0
    return [
      launch,
      Number((mean + WEIGHT * ((pieces.get(launch)?.length ?? 0) - mean)).toPrecision(4)),
    ] as const
  })
  const kept = means.filter(([, mean]) => mean >= LEAST_MEAN).sort(([, one], [, other]) => other - one)
  return Object.fromEntries(kept.slice(0, MAX_LAUNCHES))
}

function alertOf(launch: string, pieces: readonly Added[], background: number, comparison: Comparison) {
  const { computed_at, previous_computed_at, source } = comparison
  const { objects, truncated } = listedOf(pieces.map(({ reason: _, ...object }) => object))
  return factsOf(debrisClusterAdded, {
    subject: launch,
    at: Date.parse(computed_at),
    data: {
      launch,
      pieces_count: pieces.length,
      threshold_count: LEAST_CLUSTER_PIECES,
      background_per_run: background,
      perigee_min_km: Math.min(...pieces.map(({ perigee_km }) => perigee_km)),
      apogee_max_km: Math.max(...pieces.map(({ apogee_km }) => apogee_km)),
      objects,
      truncated,
      computed_at,
      previous_computed_at,
      source,
      url: '/shell/diff',
    },
  })
}
