import { type CentralClient, NO_CLIENT } from '#adapters/mirror/central'
import { type KnownPath, knownPaths } from '#adapters/mirror/known-paths'
import { type CopyEntry, copyEntry } from '#adapters/mirror/mirrored'
import { isRecentCopy } from '#adapters/mirror/series-day'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import type { PrefetchOptions } from '#kernel/instance/mirror-option'
import { abortable, pause } from '#kernel/kit/abort'
import { Problem } from '#kernel/kit/problem'
import { repeat, type Stop } from '#kernel/kit/schedule'
import { hours, minutes, seconds } from '#kernel/kit/time'
import { ignoreWaitUntil } from '#kernel/storage/cache/snapshot'

/** Pause between two rounds, ±10 %. Copies that are not due cost nothing. */
const ROUND_MS = seconds(60)
/** Time for which a path that the central instance does not have is skipped. */
const ABSENT_MS = hours(1)
/**
 * Minimum interval of renewals. Copies with a shorter validity are renewed only this often, which is enough
 * for a recent last good copy.
 */
const SHORT_LIVED_MS = minutes(15)
/** The totals of all shells of a run. */
const PROFILE = '/shell/profile'
/** A round ends after this many consecutive failures. */
const MAX_FAILURES = 3

/** Fetches every path that is known in advance, and again when its copy is due, until stopped. */
export function prefetch(
  endpoints: readonly Endpoint[],
  central: CentralClient,
  context: Context,
  { paceMs = 600 }: PrefetchOptions = {},
): Stop {
  const absentUntil = new Map<string, number>()
  return repeat(round, () => ROUND_MS * (0.9 + 0.2 * Math.random()), context)

  async function round(signal: AbortSignal): Promise<void> {
    let failures = 0
    let run: number | undefined
    for await (const path of knownPaths(endpoints, central, context, signal)) {
      if (signal.aborted || failures >= MAX_FAILURES) return
      const { endpoint, params } = path
      const isShell = 'alt' in params
      // Without a profile there are no shells.
      if (isShell && run === undefined) continue
      if (endpoint.access !== 'reference' && central.isQuotaLow()) continue
      const entry = copyEntry(endpoint, params, { central, context, client: NO_CLIENT })
      if (context.now() < (absentUntil.get(entry.key) ?? 0)) continue
      try {
        // The shells are due only if they do not belong to the run of the profile, which is fetched first.
        const wasDue = await abortable(renew(entry, path, isShell ? run : undefined), signal)
        if (endpoint.path === PROFILE) run = context.snapshots.peek(entry.key)?.fetchedAt
        failures = 0
        if (wasDue) await pause(pauseAfter(endpoint), signal)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Problem)) throw error
        if (error.status < 500) absentUntil.set(entry.key, context.now() + ABSENT_MS)
        else failures += 1
        await pause(pauseAfter(endpoint), signal)
      }
    }
  }

  function renew({ key, kind }: CopyEntry, { part }: KnownPath, run?: number): Promise<boolean> {
    return context.snapshots.refresh(key, kind, ignoreWaitUntil, (fetchedAt) => {
      if (part) return isRecentCopy(part, fetchedAt, context.now())
      const isRecent = kind.ttlMs < SHORT_LIVED_MS && context.now() < fetchedAt + SHORT_LIVED_MS
      return isRecent || (run !== undefined && fetchedAt === run)
    })
  }

  function pauseAfter({ access }: Endpoint): number {
    return (access === 'reference' ? paceMs : paceMs / 6) * (0.9 + 0.2 * Math.random())
  }
}
