import type { ShownHealth } from '#features/shared/page/shown-health'
import type { StatusContext } from '#features/status/context'
import { readStatus, type StatusFacts } from '#features/status/report'
import type { CheckReport } from '#features/upstream-check/check-reports'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Content of the status page. Instants are epoch milliseconds. */
export interface HealthFacts extends Omit<StatusFacts, 'health'> {
  readonly now: number
  /** The state of each feature that has one, as shown. */
  readonly shown: readonly ShownHealth[]
  /** The full checks of the last year, oldest first. */
  readonly checks: readonly CheckReport[]
  /** Whether this is a mirror, which neither checks upstreams nor computes shells. */
  readonly isMirror: boolean
  /** Paths that the instance offers. */
  readonly offered: ReadonlySet<string>
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
}

/** Collects the content of the status page; omits the data of an unavailable store. */
export async function collectHealthFacts(context: StatusContext): Promise<HealthFacts> {
  const { settings, upstreams } = context
  const [{ health, ...status }, checks] = await Promise.all([
    readStatus(context),
    withStoreFallback<Promise<readonly CheckReport[]> | readonly CheckReport[]>(
      () => context.checkReports.listYear(),
      () => [],
    ),
  ])
  const shown = (await Promise.all(health.map((each) => each.shown?.() ?? {}))) as ShownHealth[]
  const isMirror = settings.mirror
  const sourceNote = upstreams.shownNote.text
  const offered = new Set(context.table.offered.map(({ path }) => path))
  return { ...status, shown, now: context.now(), checks, isMirror, sourceNote, offered }
}
