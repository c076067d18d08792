import type { Context } from '#context'
import type { Endpoint, EndpointCall } from '#declare/endpoint'
import { feedsOf } from '#declare/endpoint-feeds'
import { type ShellDensity, shellDensity } from '#orbit/shell-density'
import { type ShellGrid, shellEdgesKm, shellIndexAt, shellVolumeKm3 } from '#orbit/shell-grid'
import { SAMPLES_PER_OBJECT } from '#orbit/shell-sampler'
import { readLiveValues } from '#pages/live-values'
import type { StatusReport } from '#status/report'
import { type Reading, SERIES, type SeriesId } from '#store/repositories/readings'
import type { ShellJobFacts } from '#store/repositories/shell-job'
import { type ShellRun, shellsOf } from '#store/repositories/shells'
import type { UpstreamDay } from '#store/repositories/upstream-states'
import { withStoreFallback } from '#store/store-failure'

/** Everything the status page shows. Instants are epoch milliseconds. */
export interface StatusFacts {
  readonly now: number
  readonly report: StatusReport
  /** Facts that are not in the report, by feed id. */
  readonly feeds: ReadonlyMap<string, FeedFacts>
  /** State of the nightly job; `null` while the store is unavailable. */
  readonly shellJob: ShellJobFacts | null
  /** Whether this is a mirror, which neither checks upstreams nor computes shells. */
  readonly isMirror: boolean
  readonly debris: Debris | null
  readonly weather: Weather
  /** The shells to choose from: those of the published run, else the configured ones. */
  readonly grid: ShellGrid
  /** Whether the store is unavailable; the states of feeds are then unknown. */
  readonly isStoreFailing: boolean
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
}

/** What the page shows of a feed in addition to the status report. */
export interface FeedFacts {
  readonly label: string
  readonly failingSince: number | null
  readonly days: readonly UpstreamDay[]
}

/** Every space-weather series. */
export type Weather = Readonly<Record<SeriesId, ShownSeries>>

interface ShownSeries {
  /** The value that the endpoint serves, else the newest stored reading. */
  readonly now: Reading | null
  /** Readings of the last 24 hours, oldest first. */
  readonly day: readonly Reading[]
}

/** The published shell run and the shell to show. */
export interface Debris {
  readonly run: ShellRun
  /** Index in the grid of the shell to show. */
  readonly shell: number
  /** `null` if the run no longer holds the shell. */
  readonly density: ShellDensity | null
  /** Density of every shell in objects per km³, lowest first. */
  readonly profile: readonly number[]
}

/**
 * Collects everything the status page shows. `altitudeKm` selects the shell; by default the densest. Waits at
 * most 1.5 s for upstreams, and omits what an unavailable store would have provided.
 *
 * @param readReport Returns the status report.
 */
export async function collectStatusFacts(
  table: readonly Endpoint[],
  call: EndpointCall,
  altitudeKm: number | undefined,
  readReport: () => Promise<StatusReport>,
): Promise<StatusFacts> {
  const { context } = call
  const live = await readLiveValues(table, call)
  const now = context.now()
  let isStoreFailing = false
  const [report, feedFacts, shellJob, debris, weather] = await Promise.all([
    readReport(),
    collectFeedFacts(table, context),
    withStoreFallback<ShellJobFacts | undefined>(
      () => context.shellJob.facts(),
      () => {
        isStoreFailing = true
        return undefined
      },
    ),
    unlessStoreFails(() => readDebris(altitudeKm, context)),
    readWeather(live, context),
  ])
  const { grid, sourceNote } = context.settings
  return {
    now,
    report,
    feeds: feedFacts,
    shellJob: shellJob ?? null,
    isMirror: context.settings.mirror,
    debris: debris ?? null,
    weather,
    grid: debris?.run.grid ?? grid,
    isStoreFailing,
    sourceNote,
  }
}

/** Returns `undefined` if the store fails. */
async function unlessStoreFails<T>(read: () => Promise<T>): Promise<T | undefined> {
  return withStoreFallback<T | undefined>(read, () => undefined)
}

async function collectFeedFacts(
  table: readonly Endpoint[],
  context: Context,
): Promise<ReadonlyMap<string, FeedFacts>> {
  const pairs = feedsOf(table).map(async ({ id, label }) => {
    const state = await unlessStoreFails(() => context.upstreamStates.get(id))
    return [id, { label, failingSince: state?.failingSince ?? null, days: state?.days ?? [] }] as const
  })
  return new Map(await Promise.all(pairs))
}

async function readWeather(live: ReadonlyMap<SeriesId, Reading>, { readings }: Context): Promise<Weather> {
  const pairs = SERIES.map(async (series) => {
    const day = (await unlessStoreFails(() => readings.lastDay(series))) ?? []
    return [series, { now: live.get(series) ?? day.at(-1) ?? null, day }] as const
  })
  return Object.fromEntries(await Promise.all(pairs)) as unknown as Weather
}

async function readDebris(
  altitudeKm: number | undefined,
  { store, settings, now }: Context,
): Promise<Debris | null> {
  const shells = shellsOf(store, settings.originsId)
  const run = await shells.current(now())
  if (!run) return null
  const profile = run.samplesByShell.map(
    (samples, shell) => samples / SAMPLES_PER_OBJECT / shellVolumeKm3(run.grid, shell),
  )
  const chosen = altitudeKm === undefined ? undefined : shellIndexAt(run.grid, altitudeKm)
  const shell = chosen ?? profile.indexOf(Math.max(...profile))
  const samples = await shells.readShell(run, shell)
  return { run, shell, density: samples ? shellDensity(samples, run.grid, shell) : null, profile }
}

/** Formats the altitudes of a shell as `550–560 km`. */
export function shellName(grid: ShellGrid, shell: number): string {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return `${lowerKm}–${upperKm} km`
}
