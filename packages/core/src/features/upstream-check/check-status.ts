import { CHECK_EVERY_MS, type CheckReport } from '#features/upstream-check/check-reports'
import { CHECK_JOB } from '#features/upstream-check/check-upstreams'
import type { CheckContext } from '#features/upstream-check/context'
import { readJobLeaseOwner } from '#kernel/storage/lease/job-lease'

/** State of the weekly check in the store; instants are epoch milliseconds. */
export interface CheckStatus {
  /** The last report; `null` if there was no check within a year. */
  readonly last: CheckReport | null
  /** Time at which the next check is due; `null` before the first. */
  readonly nextCheckAt: number | null
  /** The instance that is running a check, and the start of the check (ISO 8601 UTC). */
  readonly running: { readonly instanceName: string; readonly since: string } | null
  /** Time at which each failing feed began to fail, by feed id. */
  readonly failingSince: Readonly<Record<string, number>>
}

/** Reads the state of the check, and the times since which the feeds with these ids have been failing. */
export async function checkStatus(ids: readonly string[], context: CheckContext): Promise<CheckStatus> {
  const failing = await Promise.all(
    ids.map(async (id) => {
      const since = (await context.upstreams.states.get(id))?.failingSince
      return typeof since === 'number' ? [[id, since] as const] : []
    }),
  )
  const holder = await readJobLeaseOwner(CHECK_JOB, context.settings.originsId, context)
  const last = await context.checkReports.last()
  return {
    last: last ?? null,
    nextCheckAt: last ? last.finishedAt + CHECK_EVERY_MS : null,
    running: holder ? { instanceName: holder.instanceName, since: holder.since } : null,
    failingSince: Object.fromEntries(failing.flat()),
  }
}
