import { groupThousands } from '@space-data/charts/text'
import { densityByShell, type ShellDensity, shellDensity } from '#features/debris/density/shell-density'
import { type ShellGrid, shellEdgesKm, shellIndexAt } from '#features/debris/density/shell-grid'
import type { DaySummary } from '#features/debris/diff/day-summary'
import type { CatalogueDiff } from '#features/debris/diff/diff'
import type { ShellJobFacts } from '#features/debris/night/shell-job'
import { ShellDays } from '#features/debris/shells/shell-days'
import type { ShellRun } from '#features/debris/shells/shells'
import type { PagesContext } from '#features/pages/context'
import { days, utcDay } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Content of the debris page. Instants are epoch milliseconds. */
export interface DebrisFacts {
  readonly now: number
  /** State of the nightly job; `null` while the store is unavailable. */
  readonly job: ShellJobFacts | null
  /** The published run; `null` without one. */
  readonly debris: Debris | null
  readonly isMirror: boolean
  readonly isStoreFailing: boolean
  readonly sourceNote: string
}

/** The published run and the shell to show. */
export interface Debris {
  readonly run: ShellRun
  /** Index in the grid of the shell to show. */
  readonly shell: number
  /** `null` if the run no longer has the shell. */
  readonly density: ShellDensity | null
  /** Density of every shell in objects per km³, lowest first. */
  readonly profile: readonly number[]
  /** Summary of its day, with counts by band of latitude; absent if the run is no longer stored. */
  readonly day: DaySummary | undefined
  /** The changes since the previous run; absent without one. */
  readonly diff: CatalogueDiff | undefined
  /** The stored days, oldest first, including the day of the run. */
  readonly history: readonly DaySummary[]
}

/** Days of history shown. */
const HISTORY_DAYS = 90

/** Collects the content of the page. `altitudeKm` selects the shell; by default the densest. */
export async function collectDebrisFacts(
  altitudeKm: number | undefined,
  context: PagesContext,
): Promise<DebrisFacts> {
  const { settings, upstreams, now } = context
  let isStoreFailing = false
  const unlessStoreFails = async <T>(read: () => Promise<T>): Promise<T | null> =>
    withStoreFallback<T | null>(read, () => {
      isStoreFailing = true
      return null
    })
  const [job, debris] = settings.mirror
    ? [null, null]
    : await Promise.all([
        unlessStoreFails(() => context.debris.shellJob.facts()),
        unlessStoreFails(() => readDebris(altitudeKm, context)),
      ])
  const isMirror = settings.mirror
  const sourceNote = upstreams.shownNote.text
  return { now: now(), job, debris, isMirror, isStoreFailing, sourceNote }
}

async function readDebris(altitudeKm: number | undefined, context: PagesContext): Promise<Debris | null> {
  const { shells } = context.debris
  const run = await shells.current(context.now())
  if (!run) return null
  const profile = densityByShell(run)
  const chosen = altitudeKm === undefined ? undefined : shellIndexAt(run.grid, altitudeKm)
  const shell = chosen ?? profile.indexOf(Math.max(...profile))
  const [samples, day, diff] = await Promise.all([
    shells.readShell(run, shell),
    shells.readDay(run),
    shells.readDiff(run),
  ])
  const density = samples ? shellDensity(samples, run.grid, shell) : null
  return { run, shell, density, profile, day, diff, history: await readHistory(day, context) }
}

async function readHistory(
  newest: DaySummary | undefined,
  { store, settings }: PagesContext,
): Promise<DaySummary[]> {
  if (!newest) return []
  const from = utcDay(Date.parse(newest.day) - days(HISTORY_DAYS - 1))
  const kept = await new ShellDays(store, settings.originsId).list(from, newest.day)
  const others = kept.filter(({ day }) => day !== newest.day)
  return [...others, newest].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Formats the altitudes of a shell as `550–560 km`. */
export function shellName(grid: ShellGrid, shell: number): string {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return `${lowerKm}–${upperKm} km`
}

/** Formats a mean number of objects: `23.4`, or without decimals from 100: `2,301`. */
export function formatMeanCount(mean: number): string {
  const oneDecimal = mean.toFixed(1)
  return Number(oneDecimal) < 100 ? oneDecimal : groupThousands(Math.round(mean))
}
