import { FIRST_RETRIES_MS, MAX_DELAY_MS } from '#alerts/webhooks/retry-schedule'
import { isWithin, seconds } from '#kit/time'

/** How long a receiver has to answer, in milliseconds. */
export const REQUEST_MS = seconds(15)
/** How long an attempt without an outcome counts as under way: until then nobody begins the next. */
export const UNDER_WAY_MS = REQUEST_MS + seconds(5)
/** Alerts that wait at most; while there are so many the cursor waits. */
export const MAX_PENDING = 1_000

/** How the deliveries of a webhook go; instants are epoch milliseconds. */
export interface DeliveryState {
  /** Identifies the log that `cursor` counts in: the set of origins of the instance. */
  readonly log: string
  /** `seq` of the last alert that was looked at: those up to it are pending, done or did not match. */
  readonly cursor: number
  /** Attempts begun so far; the number of the last one. */
  readonly attempts: number
  /** Ascending by `seq`. */
  readonly pending: readonly PendingAlert[]
  /** Alerts to look at again: those after `after`, up to `to`. */
  readonly replay: { readonly after: number; readonly to: number } | null
  readonly status: 'active' | 'disabled'
  readonly disabledReason: 'gone' | 'failing' | 'owner' | null
  readonly disabledAt: number | null
  /** `seq` after which nothing was sent when it was disabled last. */
  readonly disabledAfter: number | null
  /** While an alert of that is to be logged: the `seq` from which the log is searched for it. */
  readonly announceFrom: number | null
  /** When the first failure since the last success was. */
  readonly failingSince: number | null
  /** When the last failure was that is not of the same moment as one before it. */
  readonly lastFailureAt: number | null
  /** While it is only probed: when the next attempt may begin. */
  readonly probeAt: number
  readonly lastSuccessAt: number | null
  readonly lastError: string | null
  /** Alerts that were deleted from the log before they could be delivered. */
  readonly dropped: number
}

/** An alert that waits for its next attempt, or for the outcome of one; instants are epoch milliseconds. */
export interface PendingAlert {
  readonly seq: number
  /** Attempts begun. */
  readonly tries: number
  /** When the next attempt is due; while one is under way, when it would be if that one has no outcome. */
  readonly dueAt: number
  /** When it began to wait. */
  readonly since: number
  /** Number of the attempt whose outcome is not known; 0 for none. */
  readonly attempt: number
  /** When that attempt began. */
  readonly begunAt: number
}

/** Returns the state of a webhook to which nothing was sent yet: alerts after `head` are for it. */
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

/** Returns the state for this log: if it is of another one, it begins anew. */
export function onLog(state: DeliveryState, log: string, head: number): DeliveryState {
  if (state.log === log) return state
  return { ...state, log, cursor: head, pending: [], replay: null, disabledAfter: null }
}

/**
 * Returns the state for a log that may have lost its end, with a store that was killed.
 * @param head Read after the state, for another process may have logged more.
 */
export function within(state: DeliveryState, head: number): DeliveryState {
  if (state.cursor <= head) return state
  return { ...state, cursor: head, pending: state.pending.filter(({ seq }) => seq <= head), replay: null }
}

/**
 * Whether a receiver is only probed, one attempt at a time: it has failed for longer than the first retries
 * of an alert take.
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

/** Whether an alert is still to be looked at: it is after the cursor, or in what is to be replayed. */
export function isUnread({ cursor, replay }: DeliveryState, seq: number): boolean {
  return seq > cursor || (replay !== null && seq > replay.after && seq <= replay.to)
}

/** Returns how many more alerts can wait. */
export function roomIn({ pending }: DeliveryState): number {
  return Math.max(0, MAX_PENDING - pending.length)
}

/** Returns how many attempts of a webhook are under way. */
export function underWayIn({ pending }: DeliveryState, now: number): number {
  return pending.filter((each) => isUnderWay(each, now)).length
}

/** Returns the alerts whose next attempt is due. */
export function dueIn({ pending }: DeliveryState, now: number): PendingAlert[] {
  return pending.filter((each) => !isUnderWay(each, now) && hasCome(each.dueAt, now))
}

/** Whether an instant has come; one too far ahead was set by a clock that was ahead. */
export function hasCome(at: number, now: number): boolean {
  return at <= now || (at > now + MAX_DELAY_MS + UNDER_WAY_MS && at !== Infinity)
}

/** Whether the outcome of an attempt at an alert may still come. */
export function isUnderWay({ attempt, begunAt }: PendingAlert, now: number): boolean {
  return attempt > 0 && isWithin(begunAt, begunAt + UNDER_WAY_MS, now)
}
