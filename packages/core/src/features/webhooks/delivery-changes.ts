import {
  type DeliveryState,
  dueIn,
  hasCome,
  isProbed,
  isUnderWay,
  isUnread,
  MAX_PENDING,
  type PendingAlert,
  roomIn,
  UNDER_WAY_MS,
  underWayIn,
} from '#features/webhooks/delivery-state'
import { countFailure, type FailedAttempt, isHopeless } from '#features/webhooks/failing'
import { MAX_TRIES, retryDelay } from '#features/webhooks/retry-schedule'
import { hours } from '#kernel/kit/time'

/** Maximum number of concurrent attempts per webhook. */
export const MAX_LANES = 4

/** Result of `begin`. */
export interface Begun {
  readonly state: DeliveryState
  /** Alerts to send now, each with the number of its attempt. */
  readonly begun: readonly PendingAlert[]
  /** Alerts with the number of an earlier attempt that never had an outcome. */
  readonly lost: readonly PendingAlert[]
}

/** Limits of `begin`. */
interface BeginOptions {
  /** Maximum number of attempts of this process. */
  readonly lanes: number
  /** Maximum number of concurrent attempts of the webhook in all processes. @default four */
  readonly atOnce?: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** The alerts in a range of the log that match a webhook. */
export interface Matches {
  /** The `seq` after which the range begins, and the `seq` at which it ends. */
  readonly after: number
  readonly upTo: number
  /** Ascending. */
  readonly seqs: readonly number[]
}

/**
 * Adds alerts up to the available room, and moves the cursor past alerts that were added or do not match.
 * Does nothing for a range that begins after the cursor, as the alerts in between were not checked.
 */
export function enqueue(state: DeliveryState, { after, upTo, seqs }: Matches, now: number): DeliveryState {
  if (state.status === 'disabled' || after > state.cursor || upTo <= state.cursor) return state
  const wanted = seqs.filter((seq) => seq > state.cursor)
  const added = wanted.slice(0, roomIn(state))
  const cursor = added.length === wanted.length ? upTo : (added.at(-1) ?? state.cursor)
  if (cursor === state.cursor) return state
  return { ...state, cursor, pending: [...state.pending, ...added.map((seq) => waiting(seq, now))] }
}

/** Adds alerts of the replay, as `enqueue` does. Alerts that wait already are due now. */
export function enqueueReplay(state: DeliveryState, matches: Matches, now: number): DeliveryState {
  const { replay } = state
  if (!replay || matches.after > replay.after) return state
  const { seqs, upTo } = matches
  const wanted = seqs.filter((seq) => seq > replay.after && seq <= replay.to)
  const isPending = new Set(state.pending.map(({ seq }) => seq))
  const added = wanted.filter((seq) => !isPending.has(seq)).slice(0, roomIn(state))
  const left = wanted.find((seq) => !isPending.has(seq) && !added.includes(seq))
  const after = left === undefined ? Math.min(upTo, replay.to) : left - 1
  if (after === replay.after) return state
  const renewed = new Set(wanted.filter((seq) => seq <= after))
  const pending = state.pending.map((each) =>
    renewed.has(each.seq) && each.attempt === 0 ? waiting(each.seq, now, each.since) : each,
  )
  return {
    ...state,
    pending: [...pending, ...added.map((seq) => waiting(seq, now))].sort((a, b) => a.seq - b.seq),
    replay: after >= replay.to ? null : { ...replay, after },
  }
}

/** Adds the alerts after `after` that were checked before to the range to check again. */
export function beginReplay(state: DeliveryState, after: number, now: number): DeliveryState {
  const from = Math.max(0, Math.min(after, state.replay?.after ?? after))
  if (state.status === 'disabled' || from >= state.cursor) return state
  return { ...state, replay: { after: from, to: state.cursor }, probeAt: now }
}

/**
 * Begins due attempts, up to the number of lanes. Each attempt gets a number that is unique for the webhook.
 * The next attempts are scheduled as if these never had an outcome.
 */
export function begin(
  state: DeliveryState,
  now: number,
  { lanes, atOnce = MAX_LANES, random }: BeginOptions,
): Begun {
  const exhausted = new Set(dueIn(state, now).filter(({ tries }) => tries >= MAX_TRIES))
  const chosen = choose(
    { ...state, pending: state.pending.filter((each) => !exhausted.has(each)) },
    now,
    Math.min(lanes, atOnce - underWayIn(state, now)),
  )
  if (chosen.length === 0 && exhausted.size === 0) return { state, begun: [], lost: [] }
  const begun = new Map<PendingAlert, PendingAlert>()
  for (const each of chosen) {
    const tries = each.tries + 1
    const attempt = state.attempts + begun.size + 1
    const dueAt = now + UNDER_WAY_MS + retryDelay(tries, null, random())
    begun.set(each, { ...each, tries, attempt, dueAt, begunAt: now })
  }
  const pending = state.pending.filter((each) => !exhausted.has(each)).map((each) => begun.get(each) ?? each)
  return {
    state: { ...state, pending, attempts: state.attempts + begun.size },
    begun: [...begun.values()],
    lost: [...exhausted, ...chosen].filter(({ attempt }) => attempt > 0),
  }
}

/** Reserves the number of an attempt that belongs to no alert in the log. */
export function beginTest(state: DeliveryState): DeliveryState {
  return { ...state, attempts: state.attempts + 1 }
}

/**
 * Ends an attempt with a 2xx response. If the receiver was only probed, or if this is a test by its owner,
 * all other alerts become due.
 * @param seq `null` for a test.
 */
export function succeed(
  state: DeliveryState,
  { attempt, seq }: { readonly attempt: number; readonly seq: number | null },
  now: number,
): DeliveryState {
  // An alert without an attempt was added again by a replay in the meantime.
  const others = state.pending.filter((each) => each.seq !== seq || each.attempt < attempt)
  const pending = isProbed(state) || seq === null ? others.map((each) => dueNow(each, now)) : others
  return { ...state, pending, failingSince: null, probeAt: 0, lastSuccessAt: now }
}

/** Longest pause that a chat service may require. */
const MAX_PAUSE_MS = hours(1)

/** Details of a failed attempt. */
interface Failure extends FailedAttempt, Pick<PendingAlert, 'attempt' | 'seq'> {
  readonly retryAfterMs: number | null
  /** Whether all alerts wait for `retryAfterMs`, for an hour at most. */
  readonly isPause?: boolean | undefined
}

/**
 * Ends a failed attempt. After the last attempt, the alert is given up; after five days of failures, the
 * webhook is disabled.
 */
export function fail(state: DeliveryState, failure: Failure, now: number): DeliveryState {
  const { attempt, seq, retryAfterMs, isPause, random } = failure
  const resumesAt = isPause ? now + Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS) : 0
  const pending = state.pending.flatMap((each) => {
    const isOther = each.seq !== seq || each.attempt !== attempt
    if (isOther) return [each.attempt === 0 ? { ...each, dueAt: Math.max(each.dueAt, resumesAt) } : each]
    if (each.tries >= MAX_TRIES) return []
    const dueAt = Math.max(resumesAt, now + retryDelay(each.tries, retryAfterMs, random))
    return [{ ...each, attempt: 0, dueAt }]
  })
  const failed = countFailure({ ...state, pending }, failure, now)
  return isHopeless(state, now) ? disable(failed, 'failing', now) : failed
}

/** Ends an attempt with a 410 response and disables the webhook at once. */
export function gone(state: DeliveryState, now: number): DeliveryState {
  const failingSince = state.failingSince ?? now
  return disable({ ...state, failingSince, lastFailureAt: now, lastError: 'HTTP 410' }, 'gone', now)
}

/** Removes an alert that is no longer in the log. */
export function drop(state: DeliveryState, seq: number): DeliveryState {
  const pending = state.pending.filter((each) => each.seq !== seq)
  return { ...state, pending, dropped: state.dropped + 1, lastError: 'An alert is no longer in the log.' }
}

/** Counts alerts that are deleted from the log before they were checked. */
export function dropUnread(state: DeliveryState, seqs: readonly number[]): DeliveryState {
  const { length } = state.status === 'active' ? seqs.filter((seq) => isUnread(state, seq)) : []
  if (length === 0) return state
  const lastError = `Alerts were dropped, because ${MAX_PENDING} others are waiting and the log is full.`
  return { ...state, dropped: state.dropped + length, lastError }
}

/**
 * Disables a webhook. Waiting alerts can be sent by a replay. Unless its owner disabled it, an alert is to be
 * logged.
 */
export function disable(
  state: DeliveryState,
  reason: NonNullable<DeliveryState['disabledReason']>,
  now: number,
): DeliveryState {
  if (state.status === 'disabled') return state
  const firstPending = state.pending[0]?.seq ?? Infinity
  return {
    ...state,
    status: 'disabled',
    disabledReason: reason,
    disabledAt: now,
    disabledAfter: Math.min(state.cursor, firstPending - 1, state.replay?.after ?? Infinity),
    announceFrom: reason === 'owner' ? null : state.cursor + 1,
    pending: [],
    replay: null,
  }
}

/** Enables a webhook. It receives alerts logged after `head`. */
export function enable(state: DeliveryState, head: number): DeliveryState {
  if (state.status === 'active') return state
  return {
    ...state,
    status: 'active',
    disabledReason: null,
    disabledAt: null,
    announceFrom: null,
    cursor: Math.max(state.cursor, head),
    failingSince: null,
    lastFailureAt: null,
    probeAt: 0,
  }
}

function choose(state: DeliveryState, now: number, lanes: number): readonly PendingAlert[] {
  if (state.status === 'disabled') return []
  const due = dueIn(state, now)
  if (!isProbed(state)) return due.slice(0, Math.max(0, lanes))
  if (underWayIn(state, now) > 0 || lanes < 1 || !hasCome(state.probeAt, now)) return []
  // Alerts with the fewest tries come first, so that an alert which the receiver cannot accept does not delay
  // others.
  return [...due].sort((a, b) => a.tries - b.tries || a.seq - b.seq).slice(0, 1)
}

function dueNow(each: PendingAlert, now: number): PendingAlert {
  return isUnderWay(each, now) ? each : { ...each, dueAt: Math.min(each.dueAt, now) }
}

function waiting(seq: number, now: number, since = now): PendingAlert {
  return { seq, tries: 0, dueAt: now, since, attempt: 0, begunAt: 0 }
}
