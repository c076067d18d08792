import type { Context } from '#context'
import type { Call, Endpoint } from '#declare/endpoint'
import { feedsOf, type StatusReport, statusReport } from '#describe/status-report'
import { type ShellDensity, shellDensityOf } from '#orbit/shell-density'
import { type ShellGrid, shellEdgesKm, shellOf, shellVolumeKm3 } from '#orbit/shell-grid'
import { SAMPLES_PER_OBJECT } from '#orbit/shell-sampler'
import { liveValues } from '#pages/live-values'
import { whenStoreFails } from '#store/fallback'
import { type Reading, SERIES, type SeriesId } from '#store/readings'
import type { ShellJobFacts } from '#store/shell-job'
import { type ShellRun, shellsOf } from '#store/shells'
import type { UpstreamDay } from '#store/upstream-states'
import { feeds } from '#upstreams/index'
import { isMirror } from '#upstreams/providers'

/** All that the status page shows; instants are epoch milliseconds. */
export interface StatusFacts {
  readonly now: number
  readonly report: StatusReport
  /** What the report does not carry, by the id of the feed. */
  readonly feeds: ReadonlyMap<string, FeedFacts>
  /** How the nightly job stands; `null` while the store cannot be read. */
  readonly shellJob: ShellJobFacts | null
  /** A mirror verifies no upstream and counts no shells. */
  readonly isMirror: boolean
  readonly debris: Debris | null
  readonly weather: Weather
  /** Where the choice of an altitude ends. */
  readonly grid: ShellGrid
  /** While it is, nothing is known of the feeds. */
  readonly isStoreFailing: boolean
  /** What every source is marked with; empty where providers themselves are asked. */
  readonly sourceNote: string
}

export interface FeedFacts {
  readonly label: string
  readonly failingSince: number | null
  readonly days: readonly UpstreamDay[]
}

export type Weather = Readonly<Record<SeriesId, ShownSeries>>

interface ShownSeries {
  /** The value that the endpoint serves or, if it has none, the newest of the day. */
  readonly now: Reading | null
  readonly day: readonly Reading[]
}

/** The published run, and one of its shells. */
export interface Debris {
  readonly run: ShellRun
  /** The shell of the map, by its place in the grid. */
  readonly shell: number
  /** Absent where the run has lost it. */
  readonly density: ShellDensity | null
  /** Objects per km³ of every shell, from the lowest up. */
  readonly profile: readonly number[]
}

/** Gathers what the page shows; values of space weather are asked for through the cache, with little patience. */
export async function statusFacts(
  table: readonly Endpoint[],
  call: Call,
  altitudeKm: number | undefined,
): Promise<StatusFacts> {
  const { context } = call
  const live = await liveValues(table, call)
  const now = context.now()
  let isStoreFailing = false
  const [report, feedFacts, shellJob, debris, weather] = await Promise.all([
    statusReport(table, context),
    factsOfFeeds(table, context),
    whenStoreFails<ShellJobFacts | undefined>(
      () => context.shellJob.facts(),
      () => {
        isStoreFailing = true
        return undefined
      },
    ),
    orNothing(() => debrisOf(altitudeKm, context)),
    weatherOf(live, context),
  ])
  const { grid, sourceNote } = context.settings
  return {
    now,
    report,
    feeds: feedFacts,
    shellJob: shellJob ?? null,
    isMirror: isMirror(context),
    debris: debris ?? null,
    weather,
    grid: debris?.run.grid ?? grid,
    isStoreFailing,
    sourceNote,
  }
}

/** A page is shown without what a store that fails would have given. */
async function orNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  return whenStoreFails<T | undefined>(read, () => undefined)
}

async function factsOfFeeds(
  table: readonly Endpoint[],
  context: Context,
): Promise<ReadonlyMap<string, FeedFacts>> {
  const labels = new Map(feeds.map(({ id, label }) => [id, label]))
  const pairs = feedsOf(table, context).map(async ({ id }) => {
    const state = await orNothing(() => context.upstreamStates.get(id))
    const label = labels.get(id) ?? id
    return [id, { label, failingSince: state?.failing_since ?? null, days: state?.days ?? [] }] as const
  })
  return new Map(await Promise.all(pairs))
}

async function weatherOf(live: ReadonlyMap<SeriesId, Reading>, { readings }: Context): Promise<Weather> {
  const pairs = SERIES.map(async (series) => {
    const day = (await orNothing(() => readings.lastDay(series))) ?? []
    return [series, { now: live.get(series) ?? day.at(-1) ?? null, day }] as const
  })
  return Object.fromEntries(await Promise.all(pairs)) as unknown as Weather
}

async function debrisOf(
  altitudeKm: number | undefined,
  { store, settings, now }: Context,
): Promise<Debris | null> {
  const shells = shellsOf(store, settings.world)
  const run = await shells.current(now())
  if (!run) return null
  const profile = run.samples_by_shell.map(
    (samples, shell) => samples / SAMPLES_PER_OBJECT / shellVolumeKm3(run.grid, shell),
  )
  const asked = altitudeKm === undefined ? undefined : shellOf(run.grid, altitudeKm)
  const shell = asked ?? profile.indexOf(Math.max(...profile))
  const samples = await shells.shell(run, shell)
  return { run, shell, density: samples ? shellDensityOf(samples, run.grid, shell) : null, profile }
}

/** `550–560 km`. */
export function shellName(grid: ShellGrid, shell: number): string {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return `${lowerKm}–${upperKm} km`
}
