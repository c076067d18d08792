import type { LoggedAlert } from '#features/alerts/alert'
import type { AlertContext } from '#features/alerts/context'
import { days } from '#kernel/kit/time'

/** Age up to which alerts are shown, in milliseconds. */
export const RECENT_MS = days(30)
const BATCH = 200

/** Returns the public alerts of the last 30 days, newest first, at most `limit`. */
export async function recentPublicAlerts(
  limit: number,
  { alerts: { log }, now }: AlertContext,
): Promise<readonly LoggedAlert[]> {
  const since = now() - RECENT_MS
  const recent: LoggedAlert[] = []
  for (let before = (await log.readNewest()) + 1; recent.length < limit; ) {
    const batch = await log.readBack(before, BATCH)
    const [oldest] = batch
    if (!oldest) break
    before = oldest.seq
    const shown = batch.filter(
      ({ audience, timestamp }) => audience === 'public' && Date.parse(timestamp) > since,
    )
    recent.push(...shown.reverse())
  }
  return recent.slice(0, limit)
}
