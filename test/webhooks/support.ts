import { memory, type StoreBackend } from '@space-data/core'
import type { WebhookRequest, WebhookSender, Webhooks } from '@space-data/core/alerts'
import { createAlert, type LoggedAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { Dispatcher } from '../../packages/core/src/features/webhooks/dispatcher.ts'
import { createWebhooks } from '../../packages/core/src/features/webhooks/webhooks.ts'
import type { InstanceSettings } from '../support/context.ts'
import { NOON, type TestContext, testContext, withEnvironment } from '../support/context.ts'
import { loopbackSender } from '../support/loopback-sender.ts'

export const MASTER = 'a master secret of at least 32 characters'

interface WebhookContextOptions extends Partial<Pick<InstanceSettings, 'webhooks' | 'operatorReceivers'>> {
  readonly backend?: StoreBackend
  readonly time?: { at: number }
}

/** A context that sends webhooks to loopback. */
export function webhookContext({ backend, time, ...settings }: WebhookContextOptions = {}): TestContext {
  const context = testContext({ ...(backend && { backend }), ...(time && { time }) })
  const webhooks = { masterSecrets: [MASTER], sender: loopbackSender }
  return withEnvironment(context, { settings: { webhooks, ...settings } })
}

/** A receiver without a socket, which is much cheaper where many alerts are sent. */
export interface ReceiverInProcess {
  readonly webhooks: InstanceSettings['webhooks']
  /** Ids of the messages of alerts, in the order of their arrival, without pings. */
  readonly arrived: string[]
  /** Status of the next responses, or a function that decides about each. */
  answer: number | ((request: WebhookRequest) => number | Promise<number>)
}

export function receiverInProcess(): ReceiverInProcess {
  const sender: WebhookSender = {
    async check() {},
    async send(request) {
      if (!request.body.includes('"webhook.ping"')) receiver.arrived.push(request.headers['webhook-id'] ?? '')
      const { answer } = receiver
      const status = typeof answer === 'number' ? answer : await answer(request)
      return { status, retryAfter: null, body: '' }
    },
  }
  const webhooks = { masterSecrets: [MASTER], sender }
  const receiver: ReceiverInProcess = { webhooks, arrived: [], answer: 204 }
  return receiver
}

/** One process that delivers, on a clock that stands still. */
export interface Deliverer {
  readonly context: TestContext
  readonly backend: StoreBackend
  readonly webhooks: Webhooks
  readonly dispatcher: Dispatcher
  /** Polls once and waits for what that begins. */
  deliver(): Promise<void>
  /** Lets time pass, and delivers. */
  pass(ms: number): Promise<void>
  /** Logs alerts of launches, named so that each is another one. */
  log(...names: string[]): Promise<LoggedAlert[]>
}

/** Several of them may share a backend and a clock. */
export function deliverer(options: WebhookContextOptions = {}): Deliverer {
  const { backend = memory(), time = { at: NOON } } = options
  const context = webhookContext({ ...options, backend, time })
  const { webhooks: settings } = context.settings
  if (!settings) throw new Error('no webhooks')
  const dispatcher = new Dispatcher(context, settings, () => 0.5)
  const deliver = async () => {
    await dispatcher.poll()
    await dispatcher.idle()
  }
  return {
    context,
    backend,
    webhooks: createWebhooks(context),
    dispatcher,
    deliver,
    async pass(ms) {
      time.at += ms
      await deliver()
    },
    async log(...names) {
      const alerts = names.map((subject) =>
        createAlert({ type: 'launch.scheduled', subject, at: time.at, data: { name: subject } }),
      )
      return context.alerts.log.append(alerts, 1 + (await context.alerts.log.head()))
    },
  }
}

/** How many webhooks an account may have in these tests. */
export const LIMIT = 5
