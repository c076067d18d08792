import type { Context } from '#context'
import { days, seconds } from '#time'
import { type Breaker, breakerOf } from '#upstreams/breaker'
import { takeBudgets } from '#upstreams/budget'
import { Failure } from '#upstreams/failure'
import { notOlder } from '#upstreams/newest'
import { request } from '#upstreams/transport'
import type { Upstream, UpstreamAnswer } from '#upstreams/upstream'

export interface Ask<Params, Value> {
  readonly upstream: Upstream<Params, Value>
  readonly params: Params
  readonly previous: Value | undefined
}

/** Asks one feed once: breaker, budget, deadline, size cap, verdict, parser; notes how it went; throws only Failures. */
export async function ask<Params, Value>(
  { upstream, params, previous }: Ask<Params, Value>,
  context: Context,
): Promise<{ value: Value; at: number }> {
  const breaker = breakerOf(context, upstream.provider, upstream.id)
  const at = context.now()
  if (at < breaker.openUntil()) throw new Failure('unavailable', 'not asked again yet after earlier failures')
  const giveBack = await takeBudgets(upstream, params, context)

  let answer: UpstreamAnswer | undefined
  let failure: Failure | undefined
  let value: Value | undefined
  let wentBack = false
  try {
    answer = await request(upstream, params, at, context)
    const given = read(upstream, answer, previous, at, breaker)
    value = notOlder(upstream, given, previous, at, context)
    wentBack = value !== given
    breaker.succeeded()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    failure = error
    if (!answer || answer.status >= 500) await giveBack()
    if (failure.kind === 'absent') breaker.succeeded()
    else breaker.failed(context.now())
  }

  const wrong = failure && failure.kind !== 'absent' ? failure : undefined
  const trouble = wentBack ? new Error('went back in time: the newer value is kept') : wrong
  await context.upstreamStates.note(upstream.id, {
    ok: !wrong,
    checked_at: at,
    http_status: answer?.status ?? null,
    latency_ms: context.now() - at,
    data_as_of: value === undefined ? null : upstream.newest(value),
    schema_ok: failure ? (failure.kind === 'invalid' ? false : null) : true,
    error: trouble?.message ?? null,
  })
  if (trouble) context.onError(new Error(upstream.id, { cause: trouble }))
  if (failure) throw failure
  return { value: value as Value, at }
}

function read<Params, Value>(
  upstream: Upstream<Params, Value>,
  answer: UpstreamAnswer,
  previous: Value | undefined,
  at: number,
  breaker: Breaker,
): Value {
  const verdict = upstream.reading?.(answer)
  if (verdict?.is === 'absent') throw new Failure('absent', 'the upstream has no such record')
  if (verdict?.is === 'not-modified' || answer.status === 304) {
    if (previous !== undefined) return previous
    throw new Failure('unavailable', 'the upstream says "not modified" and no copy is held')
  }
  if (verdict?.is === 'stop') {
    breaker.stop(at + verdict.forMs)
    throw new Failure('unavailable', `the upstream asks us to stop (HTTP ${answer.status})`)
  }
  if (answer.status === 429 || answer.status === 503) {
    const waitMs = retryAfterMs(answer, at)
    if (waitMs !== undefined) breaker.stop(at + waitMs)
  }
  if (answer.status === 429 || answer.status === 403 || answer.status >= 500) {
    throw new Failure('unavailable', `HTTP ${answer.status}`)
  }
  if (answer.status !== 200) throw new Failure('invalid', `HTTP ${answer.status}`)
  try {
    return upstream.parse(answer.body, at)
  } catch (error) {
    throw new Failure('invalid', 'the body is not in the expected shape', error)
  }
}

/** `Retry-After` in milliseconds, or the "available in N seconds" of Launch Library's body; at most a day. */
function retryAfterMs({ header, body }: UpstreamAnswer, at: number): number | undefined {
  const text = header('retry-after') ?? /available in (\d+) seconds/.exec(body)?.[1]
  if (text === undefined) return undefined
  const waitMs = /^\d+$/.test(text) ? seconds(Number(text)) : Date.parse(text) - at
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), days(1)) : undefined
}
