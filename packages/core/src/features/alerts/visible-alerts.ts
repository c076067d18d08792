import type { LoggedAlert } from '#features/alerts/alert'
import { matchesType } from '#features/alerts/alert-type'
import type { AlertContext } from '#features/alerts/context'
import { isVisible } from '#features/alerts/matches'

/** A reader of alerts, and the alerts it selects. */
export interface AlertReader {
  /** Absent without a key; then only public alerts are read. */
  readonly account: string | undefined
  /** Patterns of alert types. */
  readonly types: readonly string[]
}

/** Returns the alerts that a reader has selected and may see. */
export async function visibleAlerts(
  alerts: readonly LoggedAlert[],
  { account, types }: AlertReader,
  { alerts: { webhooks } }: AlertContext,
): Promise<readonly LoggedAlert[]> {
  const wanted = alerts.filter(({ type }) => types.some((pattern) => matchesType(pattern, type)))
  if (account === undefined) return wanted.filter(({ audience }) => audience === 'public')
  const isWatching = wanted.some(({ audience }) => audience === 'watchers')
  const own = isWatching ? ((await webhooks.all()).get(account) ?? []) : []
  return wanted.filter((alert) => isVisible(alert, account, own))
}
