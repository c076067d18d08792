import type { LoggedAlert } from '#alerts/alert'
import { type AlertReader, visibleAlerts } from '#alerts/visible-alerts'
import type { Context } from '#kit/context'

/** A part of the log, as an account may read it. */
export interface AlertPage {
  readonly alerts: readonly LoggedAlert[]
  /** The `seq` after which the next page begins. */
  readonly next: number
  /** The `seq` of the newest alert, whoever may read it; 0 before the first. */
  readonly latest: number
  /** The `seq` of the oldest alert kept. */
  readonly oldest: number
  /** Whether alerts after the requested one were deleted before they were read. */
  readonly hasGap: boolean
}

interface PageQuery extends AlertReader {
  /** The `seq` after which to begin; without it, with the oldest alert kept. */
  readonly after: number | undefined
  readonly limit: number
}

/** Alerts read at once. */
const BATCH = 100
/** Alerts read for one page, wanted or not: a client with a rare type gets empty pages, and goes on. */
const MAX_READ = 2_000

/** Reads the next alerts of the log that an account may read and wants. */
export async function readAlertPage(query: PageQuery, context: Context): Promise<AlertPage> {
  const { after, limit } = query
  const {
    alerts: { log: alertLog },
  } = context
  const [latest, oldest] = await Promise.all([alertLog.head(), alertLog.oldest()])
  const position = { latest, oldest }
  // Another log than the one that was read before: one that was emptied, say.
  if (after !== undefined && after > latest) return { ...position, alerts: [], next: latest, hasGap: true }
  const alerts: LoggedAlert[] = []
  let next = Math.max(after ?? 0, oldest - 1)
  let hasGap = after !== undefined && next > after
  const end = Math.min(latest, next + MAX_READ)
  while (next < end) {
    const last = Math.min(end, next + BATCH)
    const batch = await alertLog.readSlots(next + 1, last)
    // What is missing was deleted since `oldest` was read.
    if (batch.length < last - next) hasGap ||= after !== undefined
    for (const alert of await visibleAlerts(batch, query, context)) {
      alerts.push(alert)
      if (alerts.length === limit) return { ...position, alerts, next: alert.seq, hasGap }
    }
    next = last
  }
  return { ...position, alerts, next, hasGap }
}
