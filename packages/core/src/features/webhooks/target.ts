import type { AlertRange } from '#features/alerts/alert-log'
import { matchesReceiver, matchesWebhook } from '#features/alerts/matches'
import type { AlertSettings, OperatorReceiver } from '#features/alerts/settings'
import type { WebhookRecord, WebhooksByAccount } from '#features/alerts/webhook-records'
import type { Matches } from '#features/webhooks/delivery-changes'
import { OPERATOR } from '#kernel/accounts/operator'
import { digest } from '#kernel/kit/digest'
import { iso } from '#kernel/kit/time'

/** A webhook of an account, or a receiver of the operator. */
export interface Target {
  readonly account: string
  readonly record: WebhookRecord
  /** Whether it is in the operator's configuration instead of the store. */
  readonly isConfigured: boolean
}

/** An instance that may have receivers of its own. */
interface Configured {
  readonly settings: Pick<AlertSettings, 'operatorReceivers'>
}

/** Returns the targets of all accounts, given their webhooks. */
export function targetsIn(webhooks: WebhooksByAccount, context: Configured): Target[] {
  return [...new Set([OPERATOR, ...webhooks.keys()])].flatMap((account) =>
    toTargets(account, webhooks.get(account) ?? [], context),
  )
}

/** Returns the targets of an account with these webhooks. */
export function toTargets(
  account: string,
  records: readonly WebhookRecord[],
  { settings }: Configured,
): Target[] {
  const stored = records.map((record) => ({ account, record, isConfigured: false }))
  if (account !== OPERATOR) return stored
  const configured = settings.operatorReceivers.map((receiver) => {
    return { account, record: toWebhookRecord(receiver), isConfigured: true }
  })
  return [...configured, ...stored]
}

/** Returns the alerts of a range that match a target. */
export function matchesIn(
  { account, record, isConfigured }: Target,
  { alerts, after, upTo }: Pick<AlertRange, 'alerts' | 'after' | 'upTo'>,
): Matches {
  const isFor = (alert: (typeof alerts)[number]) =>
    isConfigured ? matchesReceiver(alert, record) : matchesWebhook(alert, record, account)
  return { after, upTo, seqs: alerts.filter(isFor).map(({ seq }) => seq) }
}

/** Returns an operator's receiver as a webhook; its id is derived from its URL. */
function toWebhookRecord({ url, types }: OperatorReceiver): WebhookRecord {
  return {
    id: `wh_${digest(url, 'base64url').replaceAll(/[-_]/g, '0').slice(0, 20)}`,
    url,
    types,
    parameters: {},
    description: null,
    createdAt: iso(0),
    secretVersion: 1,
    rotatedAt: null,
  }
}
