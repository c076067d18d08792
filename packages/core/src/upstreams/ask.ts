import type { Context } from '#context'
import type { Reading } from '#store/readings'
import { breakerOf } from '#upstreams/breaker'
import { takeBudgets } from '#upstreams/budget'
import { refuseDoubtful } from '#upstreams/doubt'
import { Failure, notAsked } from '#upstreams/failure'
import { notOlder } from '#upstreams/newest'
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
  let wentBack = false
  let history: readonly Reading[] = []
  const tell = (readings: readonly Reading[]) => {
    history = readings
  }
  try {
    answer = await request(upstream, params, at, context)
    answeredAt = context.now()
    const given = readAnswer(upstream, { answer, previous, at, breaker, tell })
    await refuseDoubtful(upstream, params, { value: given, held: previous }, context)
    value = notOlder(upstream, given, previous, at, context)
    wentBack = value !== given
    breaker.succeeded()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    failure = error
    if (!answer || answer.status >= 500) await giveBack()
    if (isWellSaid(failure)) breaker.succeeded()
    else breaker.failed(context.now())
  }

  const wrong = failure && failure.kind !== 'absent' ? failure : undefined
  const trouble = wentBack ? new Error('went back in time: the newer value is kept') : wrong
  const { id, provider, series } = upstream
  const ok = !failure || isWellSaid(failure)
  await Promise.all([
    context.upstreamStates.note(id, {
      ok,
      checked_at: at,
      http_status: answer?.status ?? null,
      latency_ms: context.now() - at,
      data_as_of: value === undefined ? null : upstream.newest(value),
      schema_ok: failure ? (failure.reason === 'schema_mismatch' ? false : null) : true,
      error: trouble?.message ?? null,
      reason: wentBack ? 'went_back' : (wrong?.reason ?? null),
    }),
    series && history.length > 0 ? context.readings.note(series, history) : undefined,
  ])
  context.onEvent({ type: 'upstream', feed: id, provider, ok, ms: (answeredAt ?? context.now()) - at })
  if (trouble) context.onError(new Error(id, { cause: trouble }))
  if (failure) throw failure
  return { value: value as Value, at }
}

/** That there is no such thing, or nothing new, is no fault of the feed, though it leaves our reader without data. */
function isWellSaid({ kind, reason }: Failure): boolean {
  return kind === 'absent' || reason === 'not_modified'
}
