import { days, seconds } from '#time'
import type { Breaker } from '#upstreams/breaker'
import { Failure, statusFailure } from '#upstreams/failure'
import { ShapeMismatch } from '#upstreams/shape'
import type { TellHistory, Upstream, UpstreamAnswer } from '#upstreams/upstream'

interface Given<Value> {
  readonly answer: UpstreamAnswer
  /** The copy that an answer "not modified" verifies. */
  readonly previous: Value | undefined
  /** The instant of asking in epoch milliseconds. */
  readonly at: number
  readonly breaker: Breaker
  readonly tell: TellHistory
}

/** Makes a value of an answer, or a Failure; stops the provider's breaker where the answer asks for that. */
export function readAnswer<Params, Value>(
  upstream: Upstream<Params, Value>,
  { answer, previous, at, breaker, tell }: Given<Value>,
): Value {
  const verdict = upstream.reading?.(answer)
  if (verdict?.is === 'absent') throw new Failure('absent', 'the upstream has no such record')
  if (verdict?.is === 'not-modified' || answer.status === 304) {
    if (previous !== undefined) return previous
    throw nothingToVerify()
  }
  if (verdict?.is === 'stop') {
    breaker.stop(at, at + verdict.forMs)
    const { status } = answer
    throw statusFailure(
      'unavailable',
      status,
      verdict.because ?? `the upstream asks us to stop (HTTP ${status})`,
    )
  }
  if (answer.status === 429 || answer.status === 503) {
    const waitMs = retryAfterMs(answer, at)
    if (waitMs !== undefined) breaker.stop(at, at + waitMs)
  }
  if (answer.status === 429 || answer.status === 403 || answer.status >= 500) {
    throw statusFailure('unavailable', answer.status)
  }
  if (answer.status !== 200) throw statusFailure('invalid', answer.status)
  try {
    return upstream.parse(answer.body, at, tell)
  } catch (error) {
    // Only our own words: the error of a parser of the platform quotes what it read.
    const words = error instanceof ShapeMismatch ? error.message : 'the body cannot be read'
    throw new Failure('invalid', `schema_mismatch: ${words}`, error)
  }
}

function nothingToVerify(): Failure {
  const message = 'the upstream says "not modified" and no copy is held'
  return new Failure('unavailable', message, undefined, 'not_modified')
}

/** `Retry-After` in milliseconds, or the "available in N seconds" of Launch Library's body; at most a day. */
function retryAfterMs({ header, body }: UpstreamAnswer, at: number): number | undefined {
  const text = header('retry-after') ?? /available in (\d+) seconds/.exec(body)?.[1]
  if (text === undefined) return undefined
  const waitMs = /^\d+$/.test(text) ? seconds(Number(text)) : Date.parse(text) - at
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), days(1)) : undefined
}
