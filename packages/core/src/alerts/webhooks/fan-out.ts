import type { LoggedAlert } from '#alerts/alert'
import type { AlertLog } from '#alerts/alert-log'
import { enqueue, enqueueReplay } from '#alerts/webhooks/delivery-state'
import { isFor, type Target } from '#alerts/webhooks/target'
import type { DeliveryState } from '#alerts/webhooks/webhook-states'

/** Alerts without a gap, and how far the log was read for them. */
export interface AlertRange {
  /** The `seq` after which they begin. */
  readonly after: number
  /** The `seq` up to which they reach; there may be no alert at it any more. */
  readonly upTo: number
  readonly alerts: readonly LoggedAlert[]
}

/** Alerts read at once. */
const PAGE = 500

/** Reads the alerts after `after` up to `head`, at most a page of them. */
export async function readRange(log: AlertLog, after: number, head: number): Promise<AlertRange> {
  const read = after < head ? await log.read(after, PAGE) : []
  // More may have been logged since `head` was read.
  const alerts = read.filter(({ seq }) => seq <= head)
  const last = alerts.at(-1)
  return { after, upTo: last && alerts.length === PAGE ? last.seq : Math.max(after, head), alerts }
}

/** Adds what matches to what waits, unless alerts between the cursor and these were not looked at. */
export function fanOut(state: DeliveryState, target: Target, range: AlertRange, now: number): DeliveryState {
  if (range.after > state.cursor) return state
  return enqueue(state, matching(target, range), range.upTo, now)
}

/** Adds what is to be replayed to what waits. */
export function fanOutReplay(
  state: DeliveryState,
  target: Target,
  range: AlertRange,
  now: number,
): DeliveryState {
  if (!state.replay || range.after > state.replay.after) return state
  return enqueueReplay(state, matching(target, range), range.upTo, now)
}

/** Returns the `seq` of the alerts that are to be sent there, ascending. */
export function matching(target: Target, { alerts }: AlertRange): number[] {
  return alerts.filter((alert) => isFor(target, alert)).map(({ seq }) => seq)
}
