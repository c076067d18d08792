import { AlertLog } from '#alerts/alert-log'
import { customShellDetectorId, DetectorStates } from '#alerts/detector-states'
import { Listeners } from '#alerts/listening'
import type { PassesBySubject } from '#alerts/pass-watch'
import type { AlertSettings } from '#alerts/settings'
import { deliveriesOf } from '#alerts/webhooks/deliveries-of'
import type { WebhookSummary } from '#alerts/webhooks/webhook'
import { WebhookRecords } from '#alerts/webhooks/webhook-records'
import { WebhookStates } from '#alerts/webhooks/webhook-states'
import type { DebrisServices } from '#debris/services'
import type { Environment } from '#kit/environment'

/** Services shared by detection, delivery and readers of alerts. */
export interface AlertServices {
  readonly log: AlertLog
  /** Returns the log of an instance with other origins on the same store. */
  logOf(originsId: string): AlertLog
  readonly detectorStates: DetectorStates
  readonly webhooks: WebhookRecords
  readonly webhookStates: WebhookStates
  readonly listeners: Listeners
  readonly process: AlertProcess
}

/** Sends alerts on a schedule. */
interface Dispatching {
  /** Reads new alerts, and begins due attempts. */
  poll(): Promise<void>
  /** Resolves when no request is in progress. */
  idle(): Promise<void>
}

/** State of this process concerning alerts. */
interface AlertProcess {
  /** Returns the dispatcher that sends alerts on a schedule, if there is one. */
  dispatcher?: (() => Promise<Dispatching>) | undefined
  /** The last counts over all webhooks; `at` in epoch milliseconds. */
  summary?: { readonly at: number; readonly counted: Promise<WebhookSummary> } | undefined
  /** The last run whose custom shells were compared. */
  comparedRun?: string
  /** The next passes of watched objects. */
  passes?: PassesBySubject
}

export function createAlertServices(
  environment: Environment<AlertSettings>,
  { customShells }: Pick<DebrisServices, 'customShells'>,
): AlertServices {
  const { store, settings, now, onEvent } = environment
  const webhooks = new WebhookRecords(store, now)
  const log: AlertLog = new AlertLog(store, settings.originsId, now, {
    onAppend: ({ type: alertType, id }) => onEvent({ type: 'alert', alertType, id }),
    hasReceivers: settings.operatorReceivers.length > 0,
    deliveriesOf: (owner) => deliveriesOf(owner, { ...environment, webhooks, webhookStates }),
  })
  const webhookStates = new WebhookStates(environment, log)
  const detectorStates = new DetectorStates(store, settings.originsId, now, log)
  customShells.onDeleted((id) => detectorStates.delete(customShellDetectorId(id)))
  const logs = new Map([[settings.originsId, log]])
  return {
    log,
    logOf(originsId) {
      const known = logs.get(originsId) ?? new AlertLog(store, originsId, now)
      logs.set(originsId, known)
      return known
    },
    detectorStates,
    webhooks,
    webhookStates,
    listeners: new Listeners(environment, webhooks),
    process: {},
  }
}
