import { FIRST_RETRIES_MS, MAX_DELAY_MS } from '#features/webhooks/retry-schedule'
import { isWithin, seconds } from '#kernel/kit/time'

/** Timeout for the response of a receiver, in milliseconds. */
export const REQUEST_MS = seconds(15)
/**
 * Time for which an attempt without an outcome counts as in progress. Until then, the next attempt does not
 * begin.
 */
export const UNDER_WAY_MS = REQUEST_MS + seconds(5)
/** Maximum number of waiting alerts. At this number, the cursor does not advance. */
export const MAX_PENDING = 1_000

/** State of the deliveries of a webhook; instants are epoch milliseconds. */
export interface DeliveryState {
  /** Identifies the log of `cursor` by the set of origins of the instance. */
  readonly log: string
  /** `seq` of the last checked alert. Alerts up to it are pending, done or did not match. */
  readonly cursor: number
  /** Number of attempts begun so far, which is also the number of the last attempt. */
  readonly attempts: number
  /** Ascending by `seq`. */
  readonly pending: readonly PendingAlert[]
  /** Range of alerts to check again: after `after`, up to `to`. */
  readonly replay: { readonly after: number; readonly to: number } | null
  readonly status: 'active' | 'disabled'
  readonly disabledReason: 'gone' | 'failing' | 'owner' | null
  readonly disabledAt: number | null
  /** `seq` after which nothing was sent since the webhook was last disabled. */
  readonly disabledAfter: number | null
  /** While an alert about the disabling is to be logged: the `seq` from which the log is searched for it. */
  readonly announceFrom: number | null
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null
  /** Time of the last failure that does not coincide with an earlier one. */
  readonly lastFailureAt: number | null
  /** Time at which the next attempt may begin, while the receiver is only probed. */
  readonly probeAt: number
  readonly lastSuccessAt: number | null
  readonly lastError: string | null
  /** Number of alerts deleted from the log before they could be delivered. */
  readonly dropped: number
}

/** An alert that waits for its next attempt, or for the outcome of one; instants are epoch milliseconds. */
export interface PendingAlert {
  readonly seq: number
  /** Number of attempts begun. */
  readonly tries: number
  /**
   * Time at which the next attempt is due. During an attempt, the time at which it would be due without an
   * outcome.
   */
  readonly dueAt: number
  /** Time at which the alert began to wait. */
  readonly since: number
  /** Number of the attempt whose outcome is unknown; 0 for none. */
  readonly attempt: number
  /** Time at which that attempt began. */
  readonly begunAt: number
}

/** Returns the initial state of a webhook, which receives alerts after `head`. */
export function initialState(log: string, head: number): DeliveryState {
  return {
    log,
    cursor: head,
    attempts: 0,
    pending: [],
    replay: null,
    status: 'active',
    disabledReason: null,
    disabledAt: null,
    disabledAfter: null,
    announceFrom: null,
    failingSince: null,
    lastFailureAt: null,
    probeAt: 0,
    lastSuccessAt: null,
    lastError: null,
    dropped: 0,
  }
}

/** Returns the state for this log. A state of another log is reset. */
export function onLog(state: DeliveryState, log: string, head: number): DeliveryState {
  if (state.log === log) return state
  return { ...state, log, cursor: head, pending: [], replay: null, disabledAfter: null }
}

/**
 * Returns the state for a log that may have lost its end because the store was killed.
 * @param head Must be read after the state, as another process may have logged more.
 */
export function within(state: DeliveryState, head: number): DeliveryState {
  if (state.cursor <= head) return state
  return { ...state, cursor: head, pending: state.pending.filter(({ seq }) => seq <= head), replay: null }
}

/**
 * Returns whether a receiver is only probed, with one attempt at a time, because it has failed for longer
 * than the first retries of an alert take.
 */
export function isProbed({ failingSince, lastFailureAt }: DeliveryState): boolean {
  return failingSince !== null && lastFailureAt !== null && lastFailureAt - failingSince > FIRST_RETRIES_MS
}

/** Returns when the next attempt is due, in epoch milliseconds; `Infinity` if nothing waits. */
export function nextDueAt(state: DeliveryState): number {
  if (state.status === 'disabled' || state.pending.length === 0) return Infinity
  const dueAt = Math.min(...state.pending.map((each) => each.dueAt))
  return isProbed(state) ? Math.max(dueAt, state.probeAt) : dueAt
}

/** Returns whether an alert is still to be checked, because it is after the cursor or in the replay. */
export function isUnread({ cursor, replay }: DeliveryState, seq: number): boolean {
  return seq > cursor || (replay !== null && seq > replay.after && seq <= replay.to)
}

/** Returns the number of further alerts that can wait. */
export function roomIn({ pending }: DeliveryState): number {
  return Math.max(0, MAX_PENDING - pending.length)
}

/** Returns the number of attempts of a webhook in progress. */
export function underWayIn({ pending }: DeliveryState, now: number): number {
  return pending.filter((each) => isUnderWay(each, now)).length
}

/** Returns the alerts whose next attempt is due. */
export function dueIn({ pending }: DeliveryState, now: number): PendingAlert[] {
  return pending.filter((each) => !isUnderWay(each, now) && hasCome(each.dueAt, now))
}

/**
 * Returns whether an instant has passed. An instant too far in the future was set by a clock that was ahead,
 * and counts as passed.
 */
export function hasCome(at: number, now: number): boolean {
  return at <= now || (at > now + MAX_DELAY_MS + UNDER_WAY_MS && at !== Infinity)
}

/** Returns whether the outcome of an attempt may still arrive. */
export function isUnderWay({ attempt, begunAt }: PendingAlert, now: number): boolean {
  return attempt > 0 && isWithin(begunAt, begunAt + UNDER_WAY_MS, now)
}
