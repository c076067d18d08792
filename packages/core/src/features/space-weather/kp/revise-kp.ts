import { gfzKpOfQuarter } from '#features/space-weather/kp/gfz-kp'
import type { Context } from '#kernel/endpoint/endpoint'
import { isRecentRun } from '#kernel/kit/schedule'
import { days } from '#kernel/kit/time'
import { pull } from '#kernel/upstreams/client/pull'

/**
 * Once a day, requests and records all Kp windows that may have become definitive. Rejects as `pull` does;
 * the next call then tries again.
 */
export async function reviseKp(context: Context): Promise<void> {
  const { store, settings, now } = context
  const record = `series-filled:${settings.originsId}:kp_gfz`
  const at = now()
  if (isRecentRun(await store.get<number>(record), days(1), at)) return
  await pull(gfzKpOfQuarter, undefined, context)
  await store.set(record, at, days(2))
}
