import { nextShellRun } from '#features/debris/night/shell-schedule'
import type { ShellRun } from '#features/debris/shells/shells'
import { days, hours } from '#kernel/kit/time'
import { MAX_STALE_MS } from '#kernel/storage/cache/store-tier'

/** Validity of a published run, in milliseconds. */
export const SHELL_VALID_MS = hours(24)
/** Time after 03:17 UTC for which last night's run is still served while the next one is being computed. */
const GRACE_MS = hours(2)

/**
 * Returns whether a run may be served: for 24 hours after its catalogue was pulled, then for as long as
 * `staleIfError` allows. After that, only last night's run may be served, while the next one is being
 * computed.
 */
export function isServable(
  { fetchedAt, pulledAt, startedAt }: ShellRun,
  now: number,
  staleIfErrorMs: number,
): boolean {
  const since = Math.max(fetchedAt, pulledAt ?? fetchedAt)
  if (now < since + SHELL_VALID_MS + Math.min(staleIfErrorMs, MAX_STALE_MS)) return true
  const due = nextShellRun(now) - days(1)
  return now - due < GRACE_MS && startedAt >= due - days(1)
}
