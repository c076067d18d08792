import { countFailure, type FailedAttempt, isHopeless, isProbed } from '#alerts/webhooks/failing'
import { MAX_DELAY_MS, MAX_TRIES, retryDelay } from '#alerts/webhooks/retry-schedule'
import type { DeliveryState, PendingAlert } from '#alerts/webhooks/webhook-states'
import { isWithin, seconds } from '#kit/time'

/** How long a receiver has to answer, in milliseconds. */
export const REQUEST_MS = seconds(15)
/** How long an attempt without an outcome counts as under way: until then nobody begins the next. */
const UNDER_WAY_MS = REQUEST_MS + seconds(5)
/** Alerts that wait at most; while there are so many the cursor waits. */
export const MAX_PENDING = 1_000
/** Attempts of one webhook at a time. */
export const MAX_LANES = 4

/** What `begin` has done. */
export interface Begun {
  readonly state: DeliveryState
  /** Each with the number of its attempt, to be sent now. */
  readonly begun: readonly PendingAlert[]
  /** Each with the number of an earlier attempt, which never had an outcome. */
  readonly lost: readonly PendingAlert[]
}

/** How much `begin` may begin. */
interface BeginOptions {
  /** Attempts of this process. */
  readonly lanes: number
  /** Attempts of the webhook at a time, of all processes. @default four */
  readonly atOnce?: number
  /** From 0 to 1. */
  readonly random: () => number
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
 * Adds alerts, as many as there is room for, and moves the cursor past those that were added or need not be.
 * @param seqs The alerts after the cursor that match, ascending.
 * @param upTo The last alert that was looked at.
 */
export function enqueue(
  state: DeliveryState,
  seqs: readonly number[],
  upTo: number,
  now: number,
): DeliveryState {
  if (state.status === 'disabled' || upTo <= state.cursor) return state
  const added = seqs.filter((seq) => seq > state.cursor).slice(0, roomIn(state))
  const isAll = added.length === seqs.filter((seq) => seq > state.cursor).length
  const cursor = isAll ? upTo : (added.at(-1) ?? state.cursor)
  if (cursor === state.cursor) return state
  return { ...state, cursor, pending: [...state.pending, ...added.map((seq) => waiting(seq, now))] }
}

/** Adds alerts of the replay, as `enqueue` does; those that wait already are due now. */
export function enqueueReplay(
  state: DeliveryState,
  seqs: readonly number[],
  upTo: number,
  now: number,
): DeliveryState {
  const { replay } = state
  if (!replay) return state
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

/** Adds the alerts after `after` that were looked at before to those to look at again. */
export function beginReplay(state: DeliveryState, after: number, now: number): DeliveryState {
  const from = Math.max(0, Math.min(after, state.replay?.after ?? after))
  if (state.status === 'disabled' || from >= state.cursor) return state
  return { ...state, replay: { after: from, to: state.cursor }, probeAt: now }
}

/**
 * Begins the attempts that are due, as many as there are lanes: each gets a number that no other attempt of
 * the webhook has or will have. Their next attempts are due as if these never had an outcome.
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

/** Takes the number of an attempt that belongs to no alert of the log. */
export function beginTest(state: DeliveryState): DeliveryState {
  return { ...state, attempts: state.attempts + 1 }
}

/**
 * Ends an attempt that was answered with 2xx. If the receiver had only been probed, or its owner tests it,
 * all others are due.
 * @param seq `null` for a test.
 */
export function succeed(
  state: DeliveryState,
  { attempt, seq }: { readonly attempt: number; readonly seq: number | null },
  now: number,
): DeliveryState {
  // An alert without an attempt was added again by a replay meanwhile.
  const others = state.pending.filter((each) => each.seq !== seq || each.attempt < attempt)
  const pending = isProbed(state) || seq === null ? others.map((each) => dueNow(each, now)) : others
  return { ...state, pending, failingSince: null, probeAt: 0, lastSuccessAt: now }
}

/** What is known of an attempt that failed. */
export interface Failure extends FailedAttempt {
  readonly attempt: number
  readonly seq: number
  readonly retryAfterMs: number | null
}

/** Ends an attempt that failed; after the last one the alert is given up, after five days the webhook. */
export function fail(state: DeliveryState, failure: Failure, now: number): DeliveryState {
  const { attempt, seq, retryAfterMs, random } = failure
  const pending = state.pending.flatMap((each) => {
    if (each.seq !== seq || each.attempt !== attempt) return [each]
    if (each.tries >= MAX_TRIES) return []
    return [{ ...each, attempt: 0, dueAt: now + retryDelay(each.tries, retryAfterMs, random) }]
  })
  const failed = countFailure({ ...state, pending }, failure, now)
  return isHopeless(state, now) ? disable(failed, 'failing', now) : failed
}

/** Ends an attempt that was answered with 410: the webhook is disabled at once. */
export function gone(state: DeliveryState, now: number): DeliveryState {
  const failingSince = state.failingSince ?? now
  return disable({ ...state, failingSince, lastFailureAt: now, lastError: 'HTTP 410' }, 'gone', now)
}

/** Removes an alert that is no longer in the log. */
export function drop(state: DeliveryState, seq: number): DeliveryState {
  return { ...state, pending: state.pending.filter((each) => each.seq !== seq) }
}

/** Disables a webhook: what waits is left to a replay. Unless its owner did it, the log has to be told. */
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

/** Enables a webhook: it gets what is logged after `head`. */
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

/** Returns when the next attempt is due, in epoch milliseconds; `Infinity` if nothing waits. */
export function nextDueAt(state: DeliveryState): number {
  if (state.status === 'disabled' || state.pending.length === 0) return Infinity
  const dueAt = Math.min(...state.pending.map((each) => each.dueAt))
  return isProbed(state) ? Math.max(dueAt, state.probeAt) : dueAt
}

/** Returns how many more alerts can wait. */
export function roomIn({ pending }: DeliveryState): number {
  return Math.max(0, MAX_PENDING - pending.length)
}

function choose(state: DeliveryState, now: number, lanes: number): readonly PendingAlert[] {
  if (state.status === 'disabled') return []
  const due = dueIn(state, now)
  if (!isProbed(state)) return due.slice(0, Math.max(0, lanes))
  if (underWayIn(state, now) > 0 || lanes < 1 || !hasCome(state.probeAt, now)) return []
  // The one that was tried least: an alert that its receiver cannot take holds up no other.
  return [...due].sort((a, b) => a.tries - b.tries || a.seq - b.seq).slice(0, 1)
}

function underWayIn({ pending }: DeliveryState, now: number): number {
  return pending.filter((each) => isUnderWay(each, now)).length
}

function dueIn({ pending }: DeliveryState, now: number): PendingAlert[] {
  return pending.filter((each) => !isUnderWay(each, now) && hasCome(each.dueAt, now))
}

/** Whether an instant has come; one too far ahead was set by a clock that was ahead. */
export function hasCome(at: number, now: number): boolean {
  return at <= now || (at > now + MAX_DELAY_MS + UNDER_WAY_MS && at !== Infinity)
}

function isUnderWay({ attempt, begunAt }: PendingAlert, now: number): boolean {
  return attempt > 0 && isWithin(begunAt, begunAt + UNDER_WAY_MS, now)
}

function dueNow(each: PendingAlert, now: number): PendingAlert {
  return isUnderWay(each, now) ? each : { ...each, dueAt: Math.min(each.dueAt, now) }
}

function waiting(seq: number, now: number, since = now): PendingAlert {
  return { seq, tries: 0, dueAt: now, since, attempt: 0, begunAt: 0 }
}
