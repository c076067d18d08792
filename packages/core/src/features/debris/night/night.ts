import type { DebrisContext } from '#features/debris/context'
import { nextShellRun } from '#features/debris/night/shell-schedule'
import { isServable } from '#features/debris/shells/shell-validity'
import type { ShellRun } from '#features/debris/shells/shells'
import { days, utcDay } from '#kernel/kit/time'

/** State of the published shells. */
export interface Published {
  /** The last run; `null` if no run was ever published. */
  readonly run: ShellRun | null
  /** Whether it is still served. */
  readonly served: boolean
}

/** Reads the published run from the store, bypassing the cache. */
export async function readPublished({
  debris: { shells },
  settings,
  now,
}: DebrisContext): Promise<Published> {
  const at = now()
  const run = (await shells.published(at)) ?? null
  return { run, served: run !== null && isServable(run, at, settings.staleIfErrorMs) }
}

/**
 * Returns the 03:17 UTC whose run is due, in epoch milliseconds, or `undefined` if none is. Today's run is
 * due until midnight; while no shells can be served, as on an empty store, the last one is due at any time of
 * day.
 */
export function dueNight({ run, served }: Published, now: number): number | undefined {
  const last = nextShellRun(now) - days(1)
  if (!served) return last
  return utcDay(last) === utcDay(now) && !wasPulledInNight(last, run, now) ? last : undefined
}

/**
 * Whether the catalogue of a run was pulled in the night that began at `due`. A time more than a day ahead
 * comes from a clock that has since been set back, and does not count.
 */
export function wasPulledInNight(due: number, run: ShellRun | null | undefined, now: number): boolean {
  const pulledAt = run?.pulledAt ?? null
  return pulledAt !== null && pulledAt >= due && pulledAt - now < days(1)
}
