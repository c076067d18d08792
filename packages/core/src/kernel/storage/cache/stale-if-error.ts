import { Problem } from '#kernel/kit/problem'
import {
  type CacheResult,
  isRecent,
  isValid,
  type Snapshot,
  type SnapshotKind,
} from '#kernel/storage/cache/snapshot'
import { MAX_STALE_MS } from '#kernel/storage/cache/store-tier'

interface StalePolicy {
  readonly now: () => number
  /** How long an expired snapshot may be served when the upstream fails, in milliseconds. */
  readonly staleIfErrorMs: number
}

/**
 * Returns the last good snapshot instead of a failed load, if the policy allows it. It is allowed if the
 * upstream failed, but not if it rejected the request.
 *
 * @throws The error of the load if the snapshot may not be served.
 */
export function staleIfError<T>(
  { isNeverStale }: SnapshotKind<T>,
  snapshot: Snapshot<T> | undefined,
  error: unknown,
  { now, staleIfErrorMs }: StalePolicy,
): CacheResult<T> {
  const at = now()
  if (snapshot && isValid(snapshot, at)) return { snapshot, outcome: 'hit' }
  const staleMs = isNeverStale ? 0 : Math.min(staleIfErrorMs, MAX_STALE_MS)
  if (snapshot && mayReplace(error, snapshot, staleMs, at)) return { snapshot, outcome: 'stale' }
  throw error
}

/** Without `recentUntil`, `upstream_stale` comes from a central instance that has no current data. */
function mayReplace(error: unknown, snapshot: Snapshot<unknown>, staleMs: number, now: number): boolean {
  if (!(error instanceof Problem && error.status >= 502 && isRecent(snapshot, now))) return false
  if (error.code === 'upstream_stale' && snapshot.recentUntil === undefined) return false
  return now < snapshot.validUntil + staleMs
}
