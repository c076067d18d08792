import { type WebhookRecord, webhookFormats } from '#features/alerts/webhook-records'
import type { WebhookAccess } from '#features/webhooks/access'
import { checkInput } from '#features/webhooks/check-input'
import { checkWatched } from '#features/webhooks/check-watched'
import { assertReceiver } from '#features/webhooks/ping'
import type { WebhookCreation } from '#features/webhooks/webhook'
import { randomBase62 } from '#kernel/accounts/keys/secret'
import { creationKeyOf, findRepeated } from '#kernel/kit/creation-key'
import { InvalidOptionError, WebhookRejectedError } from '#kernel/kit/errors'
import { iso } from '#kernel/kit/time'

/**
 * Creates a webhook after its receiver has responded. With the idempotency key of an earlier creation,
 * returns that webhook.
 * @throws WebhookRejectedError if the account has `limit` webhooks, the receiver is rejected, or the key was
 *   used for another request
 */
export async function addWebhook(
  account: string,
  input: WebhookCreation,
  limit: number,
  access: WebhookAccess,
): Promise<WebhookRecord> {
  const { context } = access
  const { webhooks } = context.alerts
  const { states: webhookStates } = context.webhooks
  const record = toRecord(input, access)
  const repeatedIn = (all: readonly WebhookRecord[]) => findRepeated(record, all, context.now(), keyReused)
  const records = await webhooks.ofAccount(account)
  const earlier = repeatedIn(records)
  if (earlier) return earlier
  assertRoom(records, limit)
  await assertReceiver(record, access)
  await webhookStates.begin(record.id)
  try {
    const updated = await webhooks.update(account, (before) => {
      if (repeatedIn(before)) return before
      assertRoom(before, limit)
      return [...before, record]
    })
    const first = repeatedIn(updated) ?? record
    if (first.id !== record.id) await webhookStates.delete(record.id)
    return first
  } catch (error) {
    await webhookStates.delete(record.id)
    throw error
  }
}

function toRecord(input: WebhookCreation, { context }: WebhookAccess): WebhookRecord {
  const { url, types = [], parameters = {}, description = null } = checkInput(input, context.settings)
  checkWatched({ types, parameters })
  const { format = 'standard' } = input
  if (!webhookFormats.includes(format))
    throw new InvalidOptionError(`format: one of ${webhookFormats.join(', ')}`)
  const chat = format === 'standard' ? {} : { format }
  const content = { url, types, parameters, description, ...chat }
  return {
    id: `wh_${randomBase62(20)}`,
    ...content,
    createdAt: iso(context.now()),
    secretVersion: 1,
    rotatedAt: null,
    ...(input.idempotencyKey !== undefined && { creationKey: creationKeyOf(input.idempotencyKey, content) }),
  }
}

function keyReused(): WebhookRejectedError {
  return new WebhookRejectedError(
    'reused',
    'This idempotency key has created another webhook. Use a new one.',
  )
}

function assertRoom(records: readonly WebhookRecord[], limit: number): void {
  if (records.length < limit) return
  const message =
    limit === 0 ? 'This tier does not include webhooks.' : `This tier includes at most ${limit} webhooks.`
  throw new WebhookRejectedError('limit', message)
}
