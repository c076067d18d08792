import type { Context } from '#context'
import { isServed, type ShellRun, shellsOf } from '#store/shells'
import { days, nextShellRun, utcDay } from '#time'

/** What is published of the shells. */
export interface Published {
  /** The last run. */
  readonly run: ShellRun | null
  /** Whether readers are still given it. */
  readonly served: boolean
}

/** From the store, not from what this process remembers of it. */
export async function published({ store, settings, now }: Context): Promise<Published> {
  const shells = shellsOf(store, settings.world)
  const at = now()
  const run = (await shells.named(await shells.pointer(at))) ?? null
  return { run, served: run !== null && isServed(run, at, settings.staleIfErrorMs) }
}

/**
 * The 03:17 UTC whose run is due, if one is: today's from then until midnight; the last one at any time of day while
 * readers have no shells, as on an empty store.
 */
export function dueNight({ run, served }: Published, now: number): number | undefined {
  const last = nextShellRun(now) - days(1)
  if (!served) return last
  return utcDay(last) === utcDay(now) && !isOfNight(last, run, now) ? last : undefined
}

/** Whether a run was pulled in the night that began at `due`; one from a future that was none was not. */
export function isOfNight(due: number, run: Pick<ShellRun, 'pulled_at'> | null, now: number): boolean {
  const begun = run?.pulled_at ?? null
  return begun !== null && begun >= due && begun - now < days(1)
}
