import * as v from 'valibot'
import type { DebrisContext } from '#features/debris/context'
import { roundToDigits, shellTotals } from '#features/debris/density/shell-density'
import { type ShellGrid, shellIndexAt, shellVolumeKm3 } from '#features/debris/density/shell-grid'
import { type DaySummary, daySamples } from '#features/debris/diff/day-summary'
import { shellEndpoint } from '#features/debris/shells/published-run'
import {
  meanObjects,
  objectsByKind,
  runFacts,
  runSource,
  shellEdges,
  shellEdgesOf,
} from '#features/debris/shells/schemas'
import { KEPT_DAYS, ShellDays } from '#features/debris/shells/shell-days'
import type { ShellRun } from '#features/debris/shells/shells'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { derive } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { dayParameter } from '#kernel/endpoint/query-parameters'
import { count, named, text, wholeNumber } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { days, iso, utcDay } from '#kernel/kit/time'

const day = v.strictObject({
  day: text('UTC day that was propagated', '2026-11-21'),
  run_id: text('Id of the run', '20261121T031900Z-1f0c2a7e'),
  computed_at: runFacts.computed_at,
  catalogue_objects: runFacts.catalogue_objects,
  ...meanObjects,
  by_type: objectsByKind,
  by_latitude: v.pipe(
    v.array(v.number()),
    v.description(
      'Mean number of objects in each band of latitude, south to north; all bands have the same height',
    ),
    v.examples([[0.4, 2.1, 6.7]]),
  ),
  added_count: count('Number of objects added to the whole catalogue', 12),
  removed_count: count('Number of objects removed from the whole catalogue', 3),
  decayed_count: count('Number of removed objects with a decay date', 2),
})

const data = v.strictObject({
  altitude_km: count('Requested altitude, km', 785),
  ...shellEdges,
  from: text('First day', '2026-10-23'),
  to: text('Last day', '2026-11-21'),
  count: count('Number of days that have a run', 30),
  days: v.pipe(v.array(named('ShellDay', day)), v.description('Days that have a run, oldest first')),
  source: runSource,
})

interface Params {
  readonly alt: number
  readonly from?: string
  readonly to?: string
}

const DEFAULT_DAYS = 30

/** Serves the totals of a shell on each day of a period, as published on that day. */
export function history({ minKm, maxKm, shellKm }: ShellGrid) {
  const range = { min: minKm, max: maxKm - shellKm }
  const endpoint = shellEndpoint({
    missing: 'No day has been computed yet.',
    anyAge: true,
    path: '/shell/history',
    cost: 'own',
    operationId: 'getShellHistory',
    summary: 'Daily history of a shell',
    description:
      `Days since the first run of the instance, at most the last ${KEPT_DAYS}. All values are as ` +
      'published on that day. Without `from` and `to`, the response covers the 30 days up to the last run. ' +
      'If that run is too old, `valid_until` is in the past and the response is `no-store`.',
    queryParameters: {
      alt: wholeNumber(`Altitude in km: ${range.min} to ${range.max}`, 785, range),
      from: dayParameter('First day: a UTC day such as', '2026-10-23'),
      to: dayParameter('Last day: a UTC day such as', '2026-11-21'),
    },
    data: named('ShellHistory', data),
    read: (run, params, context) => readHistory(run, params as Params, context),
  })
  return {
    ...endpoint,
    isIncludedIn: ({ debrisProducts }) => debrisProducts,
    respond(call) {
      assertPeriod(call.params)
      return derive(endpoint, call)
    },
  } satisfies Endpoint<DebrisContext>
}

async function readHistory(
  run: ShellRun,
  { alt, ...period }: Params,
  { debris: { shells }, store, settings }: DebrisContext,
): Promise<v.InferOutput<typeof data> | undefined> {
  const newest = await shells.readDay(run)
  const shell = shellIndexAt(run.grid, alt)
  if (!newest || shell === undefined) return undefined
  const to = period.to ?? newest.day
  const from = period.from ?? utcDay(Date.parse(to) - days(DEFAULT_DAYS - 1))
  const found = await new ShellDays(store, settings.originsId).list(from, to)
  // The process of the last run may have ended before it added the day.
  const isMissing = newest.day >= from && newest.day <= to && !found.some(({ runId }) => runId === run.id)
  const all = isMissing ? [...found.filter((each) => each.day !== newest.day), newest] : found
  const rows = all.sort((a, b) => (a.day < b.day ? -1 : 1)).flatMap((summary) => toDay(summary, alt))
  return {
    altitude_km: alt,
    ...shellEdgesOf(run.grid, shell),
    from,
    to,
    count: rows.length,
    days: rows,
    source: run.source,
  }
}

/** Returns the row of a day; none if the instance had different shells then. */
function toDay(summary: DaySummary, alt: number): v.InferOutput<typeof day>[] {
  const { grid } = summary
  const shell = shellIndexAt(grid, alt)
  if (shell === undefined) return []
  const samples = daySamples(summary, shell)
  const { objects_total, mean_density_per_km3, by_type } = shellTotals(samples, shellVolumeKm3(grid, shell))
  return [
    {
      day: summary.day,
      run_id: summary.runId,
      computed_at: iso(summary.computedAt),
      catalogue_objects: summary.counts.used,
      objects_total,
      mean_density_per_km3,
      by_type,
      by_latitude: Array.from(samples.counts, (each) => roundToDigits(each / SAMPLES_PER_OBJECT, 5)),
      added_count: summary.addedCount,
      removed_count: summary.removedCount,
      decayed_count: summary.decayedCount,
    },
  ]
}

/** @throws Problem `invalid_parameter` */
function assertPeriod({ from, to }: Readonly<Record<string, unknown>>): void {
  if (typeof from !== 'string' || typeof to !== 'string') return
  if (from > to)
    throw new Problem('invalid_parameter', { message: 'Invalid from: expected a day not after to.' })
  if (Date.parse(to) - Date.parse(from) >= days(KEPT_DAYS))
    throw new Problem('invalid_parameter', {
      message: `Invalid from: expected at most ${KEPT_DAYS} days before to.`,
    })
}
