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
  /** The `seq` of the oldest alert that is kept of the account and of everybody. */
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
  const { log } = context.alerts
  const latest = await log.readNewest()
  const { oldest, deleted } = await log.extent(query.account)
  const position = { latest, oldest }
  // Another log than the one that was read before: one that was emptied, say.
  if (after !== undefined && after > latest) return { ...position, alerts: [], next: latest, hasGap: true }
  const alerts: LoggedAlert[] = []
  let next = after ?? 0
  let hasGap = after !== undefined && after < deleted
  for (let read = 0; next < latest && read < MAX_READ; read += BATCH) {
    const range = await log.readRange(query.account, next, latest, BATCH)
    hasGap ||= after !== undefined && range.isCut
    for (const alert of await visibleAlerts(range.alerts, query, context)) {
      alerts.push(alert)
      if (alerts.length === limit) return { ...position, alerts, next: alert.seq, hasGap }
    }
    next = range.upTo
  }
  return { ...position, alerts, next, hasGap }
}
