import type { Context } from '#context'
import { CHECK_JOB, dueAt } from '#jobs/check-upstreams'
import { leaseHolder } from '#jobs/lease'
import type { CheckReport } from '#store/check-reports'

/** What is known of the upstreams and their verification from the store; instants are epoch milliseconds. */
export interface CheckStatus {
  /** The last report of a year. */
  readonly last: CheckReport | null
  readonly next_check_at: number | null
  /** Who verifies them now, and since when (ISO 8601 UTC). */
  readonly running: { readonly who: string; readonly since: string } | null
  /** Since when each feed that fails does, by its id. */
  readonly failing_since: Readonly<Record<string, number>>
}

/** Of the feeds of these ids, which are what this instance asks. */
export async function checkStatus(ids: readonly string[], context: Context): Promise<CheckStatus> {
  const failing = await Promise.all(
    ids.map(async (id) => {
      const since = (await context.upstreamStates.get(id))?.failing_since
      return typeof since === 'number' ? [[id, since] as const] : []
    }),
  )
  const holder = await leaseHolder(CHECK_JOB, context)
  return {
    last: (await context.checkReports.last()) ?? null,
    next_check_at: await dueAt(context),
    running: holder ? { who: holder.who, since: holder.since } : null,
    failing_since: Object.fromEntries(failing.flat()),
  }
}
