import type { Context } from '#context'
import { shellsOf } from '#store/shells'
import { days } from '#time'

/** When the last published run that pulled its catalogue began, from the store. */
export async function lastPull({ store, settings, now }: Context): Promise<number | null> {
  const shells = shellsOf(store, settings.world)
  const run = await shells.named(await shells.pointer(now()))
  return run?.pulled_at ?? null
}

/** Whether a run that began at `begun` is the one due at `due`; one from a future that was none is not. */
export function isOfNight(due: number, begun: number | null, now: number): boolean {
  return begun !== null && begun >= due && begun - now < days(1)
}
