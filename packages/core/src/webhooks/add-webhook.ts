import { digest } from '#digest'
import { WebhookRejectedError } from '#errors'
import { randomBase62 } from '#keys/secret'
import type { WebhookRecord } from '#store/repositories/webhooks'
import { days, iso, isWithin } from '#time'
import type { WebhookAccess } from '#webhooks/access'
import { assertReceiver } from '#webhooks/assert-receiver'
import { checkInput } from '#webhooks/check-input'
import type { WebhookCreation, WebhookWithSecret } from '#webhooks/webhook'

/** How long a creation may be repeated with its key, in milliseconds. */
const REPEATABLE_MS = days(1)

/**
 * Creates a webhook once its receiver has answered; with the idempotency key of an earlier creation, returns
 * that webhook.
 * @throws WebhookRejectedError if the account has `limit` webhooks, or the receiver is refused
 */
export async function addWebhook(
  account: string,
  input: WebhookCreation,
  limit: number,
  access: WebhookAccess,
): Promise<WebhookWithSecret> {
  const { context, states } = access
  const record = toRecord(input, access)
  const isSame = ({ creationKey, createdAt }: WebhookRecord) => {
    if (creationKey === undefined || creationKey !== record.creationKey) return false
    return isWithin(Date.parse(createdAt), Date.parse(createdAt) + REPEATABLE_MS, context.now())
  }
  const records = await context.webhooks.ofAccount(account)
  const earlier = records.find(isSame)
  if (earlier) return access.presentWithSecret(account, earlier)
  assertRoom(records, limit)
  await assertReceiver(record, access)
  const initial = { text: '', state: await access.initialState() }
  await states.update(record.id, initial, (state) => ({ ...state }))
  try {
    const updated = await context.webhooks.update(account, (before) => {
      if (before.some(isSame)) return before
      assertRoom(before, limit)
      return [...before, record]
    })
    const first = updated.find(isSame) ?? record
    if (first.id !== record.id) await states.delete(record.id)
    return await access.presentWithSecret(account, first)
  } catch (error) {
    await states.delete(record.id)
    throw error
  }
}

function toRecord(input: WebhookCreation, { context }: WebhookAccess): WebhookRecord {
  const { url, types = [], parameters = {}, description = null } = checkInput(input, context.settings)
  return {
    id: `wh_${randomBase62(20)}`,
    url,
    types,
    parameters,
    description,
    createdAt: iso(context.now()),
    secretVersion: 1,
    rotatedAt: null,
    ...(input.idempotencyKey !== undefined && { creationKey: digest(input.idempotencyKey, 'base64url') }),
  }
}

function assertRoom(records: readonly WebhookRecord[], limit: number): void {
  if (records.length < limit) return
  const message = limit === 0 ? 'This tier has no webhooks.' : `This tier has ${limit} webhooks at most.`
  throw new WebhookRejectedError('limit', message)
}
