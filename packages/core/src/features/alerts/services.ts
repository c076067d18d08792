import { AlertLog } from '#features/alerts/alert-log'
import { type Deliveries, NO_DELIVERIES } from '#features/alerts/alert-pruning'
import { customShellDetectorId, DetectorStates } from '#features/alerts/detector-states'
import { Listeners } from '#features/alerts/listening'
import type { PassesBySubject } from '#features/alerts/pass-watch'
import type { AlertSettings } from '#features/alerts/settings'
import { WebhookRecords } from '#features/alerts/webhook-records'
import type { CustomShellServices } from '#features/custom-shells/services'
import type { Environment } from '#kernel/kit/environment'
import type { Stop } from '#kernel/kit/schedule'

/** Services shared by detection, delivery and readers of alerts. */
export interface AlertServices {
  readonly log: AlertLog
  /** Returns the log of an instance with other origins on the same store. */
  logOf(originsId: string): AlertLog
  readonly detectorStates: DetectorStates
  readonly webhooks: WebhookRecords
  readonly listeners: Listeners
  readonly process: AlertProcess
}

/** Delivery of alerts to receivers. */
interface Delivery {
  /** Returns the pending deliveries of an owner's alerts. The owner is everybody or an account. */
  deliveriesOf(owner: string): Promise<Deliveries>
  /** Sends due alerts, and waits until they are sent. */
  deliverDue(): Promise<void>
  /** Sends alerts until stopped. */
  deliver(): Stop
}

/** State of this process concerning alerts. */
interface AlertProcess {
  /** Delivery to webhooks; absent if nothing delivers alerts. */
  delivery?: Delivery
  /** The last run whose custom shells were compared. */
  comparedRun?: string
  /** The next passes of watched objects. */
  passes?: PassesBySubject
}

export function createAlertServices(
  environment: Environment<AlertSettings>,
  customShells: CustomShellServices,
): AlertServices {
  const { store, settings, now, onEvent } = environment
  const process: AlertProcess = {}
  const webhooks = new WebhookRecords(store, now)
  const log: AlertLog = new AlertLog(store, settings.originsId, now, {
    onAppend: ({ type: alertType, id }) => onEvent({ type: 'alert', alertType, id }),
    hasReceivers: settings.operatorReceivers.length > 0,
    deliveriesOf: async (owner) => (await process.delivery?.deliveriesOf(owner)) ?? NO_DELIVERIES,
  })
  const detectorStates = new DetectorStates(store, settings.originsId, now, log)
  customShells.records.onDeleted((id) => detectorStates.delete(customShellDetectorId(id)))
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
    listeners: new Listeners(environment, webhooks),
    process,
  }
}
