import type { Context, WebhookSettings } from '#context'
import { digest } from '#digest'
import { InvalidOptionError, ReceiverRefusedError, WebhookRejectedError } from '#errors'
import { randomBase62 } from '#keys/secret'
import {
  type PendingAlert,
  type StoredDeliveryState,
  WebhookStates,
} from '#store/repositories/webhook-states'
import type { WebhookRecord } from '#store/repositories/webhooks'
import { days, iso, isWithin } from '#time'
import { checkInput } from '#webhooks/check-input'
import {
  beginReplay,
  beginTest,
  disable,
  enable,
  initialState,
  onLog,
  succeed,
  within,
} from '#webhooks/delivery-state'
import { fanOut, matching, readRange } from '#webhooks/fan-out'
import { createPing } from '#webhooks/ping'
import { attemptRecord, attemptStart, present } from '#webhooks/present'
import { sendMessage } from '#webhooks/send-message'
import { summarize } from '#webhooks/summarize'
import { type Target, targetsOf } from '#webhooks/target'
import type {
  DeliveryAttempt,
  Webhook,
  WebhookChanges,
  WebhookCreation,
  Webhooks,
  WebhookWithSecret,
} from '#webhooks/webhook'

/** How long a creation may be repeated with its key, in milliseconds. */
const REPEATABLE_MS = days(1)
/** Attempts on a page, and at most. */
const [PAGE, MAX_PAGE] = [50, 100]

/**
 * Creates the operations on webhooks. They reject with an InvalidOptionError where none are offered.
 */
export function createWebhooks(context: Context): Webhooks {
  const operations = new WebhookOperations(context)
  return {
    list: (account) => operations.list(account),
    show: (account, id) => operations.show(account, id),
    add: (account, input, limit) => operations.add(account, input, limit),
    change: (account, id, changes) => operations.change(account, id, changes),
    delete: (account, id) => operations.delete(account, id),
    test: (account, id) => operations.test(account, id),
    rotate: (account, id) => operations.rotate(account, id),
    deliveries: (account, id, page) => operations.deliveries(account, id, page),
    replay: (account, id, options) => operations.replay(account, id, options),
    summary: () => summarize(context),
  }
}

/** A webhook with its state. */
interface Found {
  readonly target: Target
  readonly stored: StoredDeliveryState
}

class WebhookOperations implements Omit<Webhooks, 'summary'> {
  readonly #context: Context
  readonly #states: WebhookStates

  constructor(context: Context) {
    this.#context = context
    this.#states = new WebhookStates(context.store, context.now)
  }

  async list(account: string): Promise<Webhook[]> {
    const settings = this.#settings()
    const targets = await targetsOf(account, this.#context)
    const found = await Promise.all(targets.map((target) => this.#read(target)))
    const webhooks = found.map(async (each) =>
      each ? (await present(each.target.record, each.stored.state, settings)).webhook : undefined,
    )
    return (await Promise.all(webhooks)).filter((each) => each !== undefined)
  }

  async show(account: string, id: string): Promise<Webhook | undefined> {
    const settings = this.#settings()
    const found = await this.#find(account, id)
    return found && (await present(found.target.record, found.stored.state, settings)).webhook
  }

  async add(account: string, input: WebhookCreation, limit: number): Promise<WebhookWithSecret> {
    const settings = this.#settings()
    const { alertLog, webhooks, now } = this.#context
    const { url, types = [], parameters = {}, description = null } = checkInput(input, this.#context.settings)
    const record: WebhookRecord = {
      id: `wh_${randomBase62(20)}`,
      url,
      types,
      parameters,
      description,
      createdAt: iso(now()),
      secretVersion: 1,
      rotatedAt: null,
      ...(input.idempotencyKey !== undefined && { creationKey: digest(input.idempotencyKey, 'base64url') }),
    }
    const isSame = ({ creationKey, createdAt }: WebhookRecord) => {
      if (creationKey === undefined || creationKey !== record.creationKey) return false
      return isWithin(Date.parse(createdAt), Date.parse(createdAt) + REPEATABLE_MS, now())
    }
    const assertRoom = (records: readonly WebhookRecord[]) => {
      if (records.length < limit) return
      const message = limit === 0 ? 'This tier has no webhooks.' : `This tier has ${limit} webhooks at most.`
      throw new WebhookRejectedError('limit', message)
    }
    const records = await webhooks.ofAccount(account)
    const earlier = records.find(isSame)
    if (earlier) return this.#presentWithSecret(account, earlier)
    assertRoom(records)
    await this.#assertReceiver(record)
    const initial = { text: '', state: this.#initialState(await alertLog.head()) }
    const stored = await this.#states.update(record.id, initial, (state) => ({ ...state }))
    try {
      const updated = await webhooks.update(account, (before) => {
        if (before.some(isSame)) return before
        assertRoom(before)
        return [...before, record]
      })
      const first = updated.find(isSame)
      if (first && first.id !== record.id) {
        await this.#states.delete(record.id)
        return await this.#presentWithSecret(account, first)
      }
    } catch (error) {
      await this.#states.delete(record.id)
      throw error
    }
    return (await present(record, stored?.state ?? initial.state, settings)).withSecret
  }

  async #presentWithSecret(account: string, record: WebhookRecord): Promise<WebhookWithSecret> {
    const initial = this.#initialState(await this.#context.alertLog.head())
    const found = await this.#read({ account, record, isConfigured: false })
    return (await present(record, found?.stored.state ?? initial, this.#settings())).withSecret
  }

  async change(
    account: string,
    id: string,
    { status, ...changes }: WebhookChanges,
  ): Promise<Webhook | undefined> {
    this.#settings()
    const found = await this.#find(account, id)
    if (!found) return undefined
    const { record, isConfigured } = found.target
    if (status !== undefined && status !== 'active' && status !== 'disabled')
      throw new InvalidOptionError('status: active or disabled')
    const checked = checkInput(changes, this.#context.settings)
    if (Object.keys(checked).length > 0) {
      if (isConfigured) throw inConfiguration()
      const { url = record.url } = checked
      const isMoved = url !== record.url
      if (isMoved) await this.#assertReceiver({ ...record, url })
      // What was logged before belongs to the old types.
      await this.#catchUp(found)
      await this.#updateRecord(account, id, (each) => ({ ...each, ...checked }))
      if (isMoved) await this.#noteSuccess(found)
    }
    if (status !== undefined) {
      const head = await this.#context.alertLog.head()
      const now = this.#context.now()
      const known = (await this.#read(found.target))?.stored
      await (known &&
        this.#states.update(id, known, (state) =>
          status === 'active' ? enable(state, head) : disable(state, 'owner', now),
        ))
      await this.#context.webhooks.touch(account)
    }
    return this.show(account, id)
  }

  async delete(account: string, id: string): Promise<boolean> {
    this.#settings()
    const target = await this.#target(account, id)
    if (!target) return false
    if (target.isConfigured) throw inConfiguration()
    await this.#context.webhooks.update(account, (records) => records.filter((each) => each.id !== id))
    await this.#states.delete(id)
    return true
  }

  async test(account: string, id: string): Promise<DeliveryAttempt | undefined> {
    const settings = this.#settings()
    const found = await this.#find(account, id)
    const begun = found && (await this.#states.update(id, found.stored, beginTest))
    if (!begun) return undefined
    const now = this.#context.now()
    const attempt = begun.state.attempts
    const ping = createPing(id, now)
    const outcome = await sendMessage(found.target.record, ping, { ...this.#context, webhooks: settings })
    const start = {
      attempt,
      tryNumber: 1,
      alertId: ping.id,
      alertType: ping.type,
      sequence: null,
      startedAt: iso(now),
    }
    const record = attemptRecord(start, outcome)
    await this.#states.putAttempt(id, record)
    if (outcome.outcome === 'delivered') {
      const at = this.#context.now()
      await this.#states.update(id, begun, (state) => succeed(state, { attempt, seq: null }, at))
      await this.#context.webhooks.touch(account)
    }
    return record
  }

  async rotate(account: string, id: string): Promise<WebhookWithSecret | undefined> {
    const settings = this.#settings()
    const found = await this.#find(account, id)
    if (!found) return undefined
    if (found.target.isConfigured) throw inConfiguration()
    const rotatedAt = iso(this.#context.now())
    const record = await this.#updateRecord(account, id, (each) => {
      return { ...each, secretVersion: each.secretVersion + 1, rotatedAt }
    })
    return record && (await present(record, found.stored.state, settings)).withSecret
  }

  async deliveries(
    account: string,
    id: string,
    { before = Infinity, limit = PAGE }: { readonly before?: number; readonly limit?: number } = {},
  ): Promise<DeliveryAttempt[] | undefined> {
    this.#settings()
    const found = await this.#find(account, id)
    if (!found) return undefined
    const { attempts, pending } = found.stored.state
    const newest = Math.min(before - 1, attempts)
    const count = Math.max(0, Math.min(limit, MAX_PAGE))
    const stored = await this.#states.attempts(id, newest, count)
    const isStored = new Set(stored.map(({ attempt }) => attempt))
    const others = pending.filter(({ attempt }) => attempt > 0 && attempt <= newest && !isStored.has(attempt))
    const unknown = await Promise.all(others.map((each) => this.#describeUnknown(each)))
    return [...stored, ...unknown].sort((a, b) => b.attempt - a.attempt).slice(0, count)
  }

  async replay(
    account: string,
    id: string,
    options: { readonly after?: number } = {},
  ): Promise<{ readonly queued: number } | undefined> {
    this.#settings()
    const found = await this.#find(account, id)
    if (!found) return undefined
    const { state } = found.stored
    if (state.status === 'disabled')
      throw new WebhookRejectedError('disabled', 'The webhook is disabled. Enable it first.')
    const after = options.after ?? state.disabledAfter
    if (after === null)
      throw new InvalidOptionError('after: required, because this webhook was never disabled')
    const now = this.#context.now()
    await this.#states.update(id, found.stored, (each) => beginReplay(each, after, now))
    await this.#context.webhooks.touch(account)
    return { queued: await this.#countMatching(found.target, after) }
  }

  /** Returns an attempt that is under way, or that never had an outcome. */
  async #describeUnknown(pending: PendingAlert): Promise<DeliveryAttempt> {
    const [alert] = await this.#context.alertLog.read(pending.seq - 1, 1)
    return attemptRecord(attemptStart(pending, alert), undefined)
  }

  async #countMatching(target: Target, after: number): Promise<number> {
    const { alertLog } = this.#context
    const head = await alertLog.head()
    let count = 0
    for (let from = after; from < head; ) {
      const range = await readRange(alertLog, from, head)
      count += matching(target, range).length
      from = range.upTo
    }
    return count
  }

  async #catchUp({ target, stored }: Found): Promise<void> {
    const head = await this.#context.alertLog.head()
    let current: StoredDeliveryState | undefined = stored
    for (let before = -1; current && current.state.cursor > before && before < head; ) {
      before = current.state.cursor
      const range = await readRange(this.#context.alertLog, before, head)
      const now = this.#context.now()
      current = await this.#states.update(target.record.id, current, (state) =>
        fanOut(state, target, range, now),
      )
    }
  }

  /** The new receiver has answered: what the old one failed is no matter, and what waits is due. */
  async #noteSuccess({ target }: Found): Promise<void> {
    const stored = (await this.#read(target))?.stored
    const now = this.#context.now()
    await (stored &&
      this.#states.update(target.record.id, stored, (state) =>
        succeed(state, { attempt: 0, seq: null }, now),
      ))
  }

  async #assertReceiver(record: WebhookRecord): Promise<void> {
    const settings = this.#settings()
    const rejected = (message: string) => new WebhookRejectedError('receiver', message)
    try {
      await settings.sender.check(record.url)
    } catch (error) {
      throw error instanceof ReceiverRefusedError ? rejected(error.message) : error
    }
    const ping = createPing(record.id, this.#context.now())
    const { outcome, error } = await sendMessage(record, ping, { ...this.#context, webhooks: settings })
    if (outcome !== 'delivered')
      throw rejected(`The receiver must answer the webhook.ping with 2xx, but: ${error}`)
  }

  async #updateRecord(
    account: string,
    id: string,
    change: (record: WebhookRecord) => WebhookRecord,
  ): Promise<WebhookRecord | undefined> {
    const records = await this.#context.webhooks.update(account, (before) =>
      before.map((each) => (each.id === id ? change(each) : each)),
    )
    return records.find((each) => each.id === id)
  }

  async #target(account: string, id: string): Promise<Target | undefined> {
    return (await targetsOf(account, this.#context)).find(({ record }) => record.id === id)
  }

  async #find(account: string, id: string): Promise<Found | undefined> {
    const target = await this.#target(account, id)
    return target && this.#read(target)
  }

  async #read(target: Target): Promise<Found | undefined> {
    const { alertLog, settings } = this.#context
    const stored = await this.#states.read(target.record.id, this.#initialState(await alertLog.head()))
    if (!stored) return undefined
    const head = await alertLog.head()
    const state = within(onLog(stored.state, settings.originsId, head), head)
    return { target, stored: { ...stored, state } }
  }

  #initialState(head: number) {
    return initialState(this.#context.settings.originsId, head)
  }

  #settings(): WebhookSettings {
    const { webhooks } = this.#context.settings
    if (webhooks) return webhooks
    throw new InvalidOptionError('webhooks are not offered here; set the option webhooks')
  }
}

function inConfiguration(): InvalidOptionError {
  return new InvalidOptionError('this receiver is in the configuration; change it there')
}
