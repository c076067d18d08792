import type { AlertLog } from '#features/alerts/alert-log'
import type { WebhookSummary } from '#features/webhooks/webhook'
import { WebhookStates } from '#features/webhooks/webhook-states'
import type { Environment } from '#kernel/kit/environment'

/** The states of deliveries in the store, and the state of this process. */
export interface WebhookServices {
  readonly states: WebhookStates
  readonly process: WebhookProcess
}

/** Sends alerts on a schedule. */
interface Dispatching {
  /** Reads new alerts, and begins due attempts. */
  poll(): Promise<void>
  /** Resolves when no request is in progress. */
  idle(): Promise<void>
}

/** State of this process concerning webhooks. */
interface WebhookProcess {
  /** Returns the dispatcher that sends alerts on a schedule, if there is one. */
  dispatcher?: (() => Promise<Dispatching>) | undefined
  /** The last counts over all webhooks; `at` in epoch milliseconds. */
  summary?: { readonly at: number; readonly counted: Promise<WebhookSummary> } | undefined
}

export function createWebhookServices(environment: Environment, log: AlertLog): WebhookServices {
  return { states: new WebhookStates(environment, log), process: {} }
}
