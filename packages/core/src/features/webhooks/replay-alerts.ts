import type { WebhookAccess } from '#features/webhooks/access'
import { beginReplay } from '#features/webhooks/delivery-changes'
import { matchesIn, type Target } from '#features/webhooks/target'
import { InvalidOptionError, WebhookRejectedError } from '#kernel/kit/errors'

/**
 * Queues the alerts after a position of the log again, by default all alerts since the webhook was last
 * disabled. Returns their number; `undefined` if the account has no such webhook.
 * @throws WebhookRejectedError while the webhook is disabled
 */
export async function replayAlerts(
  account: string,
  id: string,
  options: { readonly after?: number },
  access: WebhookAccess,
): Promise<{ readonly queued: number } | undefined> {
  const { context } = access
  const found = await access.find(account, id)
  if (!found) return undefined
  const { state } = found.stored
  if (state.status === 'disabled')
    throw new WebhookRejectedError('disabled', 'The webhook is disabled. Enable it first.')
  const after = options.after ?? state.disabledAfter
  if (after === null) throw new InvalidOptionError('after: required, because this webhook was never disabled')
  const now = context.now()
  await context.webhooks.states.update(id, found.stored, (each) => beginReplay(each, after, now))
  await context.alerts.webhooks.touch(account)
  return { queued: await countMatching(found.target, after, access) }
}

async function countMatching(target: Target, after: number, { context }: WebhookAccess): Promise<number> {
  const { log } = context.alerts
  const head = await log.head()
  let count = 0
  for (let from = after; from < head; ) {
    const { seqs, upTo } = matchesIn(target, await log.readRange(target.account, from, head))
    count += seqs.length
    from = upTo
  }
  return count
}
