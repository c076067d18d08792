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
} from '#alerts/webhooks/delivery-state'
import { countFailure, type FailedAttempt, isHopeless } from '#alerts/webhooks/failing'
import { MAX_TRIES, retryDelay } from '#alerts/webhooks/retry-schedule'

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

/** The alerts of a range of the log that are for a webhook. */
export interface Matches {
  /** The `seq` after which the range begins, and up to which it reaches. */
  readonly after: number
  readonly upTo: number
  /** Ascending. */
  readonly seqs: readonly number[]
}

/**
 * Adds alerts, as many as there is room for, and moves the cursor past those that were added or need not be.
 * Does nothing for a range that begins after the cursor: alerts in between were not looked at.
 */
export function enqueue(state: DeliveryState, { after, upTo, seqs }: Matches, now: number): DeliveryState {
  if (state.status === 'disabled' || after > state.cursor || upTo <= state.cursor) return state
  const wanted = seqs.filter((seq) => seq > state.cursor)
  const added = wanted.slice(0, roomIn(state))
  const cursor = added.length === wanted.length ? upTo : (added.at(-1) ?? state.cursor)
  if (cursor === state.cursor) return state
  return { ...state, cursor, pending: [...state.pending, ...added.map((seq) => waiting(seq, now))] }
}

/** Adds alerts of the replay, as `enqueue` does; those that wait already are due now. */
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
interface Failure extends FailedAttempt, Pick<PendingAlert, 'attempt' | 'seq'> {
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
  const pending = state.pending.filter((each) => each.seq !== seq)
  return { ...state, pending, dropped: state.dropped + 1, lastError: 'An alert is no longer in the log.' }
}

/** Counts alerts that are deleted from the log before they were looked at. */
export function dropUnread(state: DeliveryState, seqs: readonly number[]): DeliveryState {
  const { length } = state.status === 'active' ? seqs.filter((seq) => isUnread(state, seq)) : []
  if (length === 0) return state
  const lastError = `Alerts were dropped, because ${MAX_PENDING} others wait and the log keeps no more.`
  return { ...state, dropped: state.dropped + length, lastError }
}

/** Disables a webhook: what waits is left to a replay. Unless its owner did it, an alert is to be logged. */
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

function choose(state: DeliveryState, now: number, lanes: number): readonly PendingAlert[] {
  if (state.status === 'disabled') return []
  const due = dueIn(state, now)
  if (!isProbed(state)) return due.slice(0, Math.max(0, lanes))
  if (underWayIn(state, now) > 0 || lanes < 1 || !hasCome(state.probeAt, now)) return []
  // The one that was tried least: an alert that its receiver cannot take holds up no other.
  return [...due].sort((a, b) => a.tries - b.tries || a.seq - b.seq).slice(0, 1)
}

function dueNow(each: PendingAlert, now: number): PendingAlert {
  return isUnderWay(each, now) ? each : { ...each, dueAt: Math.min(each.dueAt, now) }
}

function waiting(seq: number, now: number, since = now): PendingAlert {
  return { seq, tries: 0, dueAt: now, since, attempt: 0, begunAt: 0 }
}
