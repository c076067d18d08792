import type { LoggedAlert } from '#features/alerts/alert'
import type { AlertContext } from '#features/alerts/context'
import { type AlertReader, visibleAlerts } from '#features/alerts/visible-alerts'

/** A part of the log that an account may read. */
export interface AlertPage {
  readonly alerts: readonly LoggedAlert[]
  /** The `seq` after which the next page begins. */
  readonly next: number
  /** The `seq` of the newest alert of any audience; 0 before the first. */
  readonly latest: number
  /** The `seq` of the oldest stored alert of the account and of everybody. */
  readonly oldest: number
  /** Whether alerts after the requested one were deleted before they were read. */
  readonly hasGap: boolean
}

interface PageQuery extends AlertReader {
  /** The `seq` after which to begin; by default, the page begins with the oldest stored alert. */
  readonly after: number | undefined
  readonly limit: number
}

/** Number of alerts read at once. */
const BATCH = 100
/**
 * Maximum number of alerts read for one page, matching or not. A client that selects a rare type receives
 * empty pages and continues.
 */
const MAX_READ = 2_000

/** Reads the next alerts of the log that an account may read and has selected. */
export async function readAlertPage(query: PageQuery, context: AlertContext): Promise<AlertPage> {
  const { after, limit } = query
  const { log } = context.alerts
  const latest = await log.readNewest()
  const { oldest, deleted } = await log.extent(query.account)
  const position = { latest, oldest }
  // The log is not the one that was read before, for example because it was emptied.
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
