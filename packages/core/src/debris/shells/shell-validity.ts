import { nextShellRun } from '#debris/night/shell-schedule'
import type { ShellRun } from '#debris/shells/shells'
import { days, hours } from '#kit/time'
import { MAX_STALE_MS } from '#storage/cache/store-tier'

/** How long a published run is valid, in milliseconds. */
export const SHELL_VALID_MS = hours(24)
/** How long after 03:17 UTC last night's run is still served while the next one is being computed. */
const GRACE_MS = hours(2)

/**
 * Whether a run may be served: for 24 hours after its catalogue was pulled, then for as long as
 * `staleIfError` allows; after that only last night's run, while the next one is being computed.
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
