import type { Context } from '#context'
import type { Reading } from '#store/readings'
import { breakerOf } from '#upstreams/breaker'
import { takeBudgets } from '#upstreams/budget'
import { refuseDoubtful } from '#upstreams/doubt'
import { Failure, notAsked } from '#upstreams/failure'
import { isPast, wentBack } from '#upstreams/newest'
import { readAnswer } from '#upstreams/read-answer'
import { request } from '#upstreams/transport'
import type { Upstream, UpstreamAnswer } from '#upstreams/upstream'

export interface Question<Params, Value> {
  readonly upstream: Upstream<Params, Value>
  readonly params: Params
  readonly previous: Value | undefined
}

/**
 * Asks one feed once: breaker, budget, deadline, size cap, verdict, parser; notes how it went, and the history in the
 * answer; throws only Failures.
 */
export async function ask<Params, Value>(
  { upstream, params, previous }: Question<Params, Value>,
  context: Context,
): Promise<{ value: Value; at: number }> {
  const breaker = breakerOf(context, upstream.provider, upstream.id)
  const at = context.now()
  if (breaker.isOpen(at)) throw notAsked('not asked again yet after earlier failures')
  const giveBack = await takeBudgets(upstream, params, context)

  let answer: UpstreamAnswer | undefined
  let answeredAt: number | undefined
  let failure: Failure | undefined
  let value: Value | undefined
  let isSetBack = false
  let history: readonly Reading[] = []
  const tell = (readings: readonly Reading[]) => {
    history = readings
  }
  try {
    answer = await request(upstream, params, at, context)
    answeredAt = context.now()
    const given = readAnswer(upstream, { answer, previous, at, breaker, tell })
    await refuseDoubtful(upstream, params, { value: given, held: previous }, context)
    isSetBack = previous !== undefined && upstream.isOlder?.(given, previous, at) === true
    value = isSetBack ? previous : given
    breaker.succeeded()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    failure = error
    if (!answer || answer.status >= 500) await giveBack()
    if (isWellSaid(failure)) breaker.succeeded()
    else breaker.failed(context.now())
  }

  const { id, provider, series } = upstream
  const newest = value === undefined ? null : upstream.newest(value)
  isSetBack ||= series !== undefined && newest !== null && wentBack(id, newest, context)
  const isOld = isPast(newest, upstream.currentMs, at)
  const wrong = failure && failure.kind !== 'absent' ? failure : undefined
  const trouble = wrong ?? (isOld ? OLD : isSetBack ? SET_BACK : undefined)
  const ok = failure ? isWellSaid(failure) : !isOld
  await Promise.all([
    context.upstreamStates.note(id, {
      ok,
      checked_at: at,
      http_status: answer?.status ?? null,
      latency_ms: context.now() - at,
      data_as_of: newest,
      schema_ok: failure ? (failure.reason === 'schema_mismatch' ? false : null) : true,
      error: trouble?.message ?? null,
      reason: trouble?.reason ?? null,
    }),
    series && history.length > 0 ? context.readings.note(series, history) : undefined,
  ])
  context.onEvent({ type: 'upstream', feed: id, provider, ok, ms: (answeredAt ?? context.now()) - at })
  if (trouble) context.onError(new Error(id, { cause: wrong ?? new Error(trouble.message) }))
  if (failure) throw failure
  return { value: value as Value, at }
}

/** What is wrong with values that came all the same. */
const SET_BACK = { reason: 'went_back', message: 'went back in time: the newer value is kept' }
const OLD = { reason: 'stale', message: 'stale: its newest value is too old to be given as current' }

/** That there is no such thing, or nothing new, is no fault of the feed, though it leaves our reader without data. */
function isWellSaid({ kind, reason }: Failure): boolean {
  return kind === 'absent' || reason === 'not_modified'
}
