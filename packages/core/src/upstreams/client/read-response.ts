import type { MaybePromise } from '#maybe-promise'
import { days, seconds } from '#time'
import type { FeedCircuitBreaker } from '#upstreams/client/circuit-breaker'
import { statusError, UpstreamError } from '#upstreams/client/upstream-error'
import { ShapeError } from '#upstreams/parse/shape'
import type { AnyUpstream, OnHistory, UpstreamResponse } from '#upstreams/upstream'

interface ReceivedResponse<Params, Value> {
  readonly params: Params
  readonly response: UpstreamResponse
  /** The cached copy, which a "not modified" response confirms. */
  readonly previous: Value | undefined
  /** Time of the request in epoch milliseconds. */
  readonly at: number
  readonly breaker: FeedCircuitBreaker
  readonly onHistory: OnHistory
}

/**
 * Parses a response. Opens the provider's circuit breaker where the response asks for a pause.
 *
 * @throws UpstreamError
 */
export async function readResponse<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  { response, params, previous, at, breaker, onHistory }: ReceivedResponse<Params, Value>,
): Promise<Value> {
  const request = { params, at, cached: previous }
  const verdict = upstream.interpretResponse?.(response)
  if (verdict?.is === 'absent') throw new UpstreamError('absent', 'no such record')
  if (verdict?.is === 'not-modified' || response.status === 304) {
    if (previous === undefined) throw notModifiedError()
    if (!('parseResponse' in upstream)) return previous
    return parseSafely(() => upstream.parseResponse(response, request))
  }
  if (verdict?.is === 'stop') {
    breaker.stopProvider(at + verdict.forMs)
    const { status } = response
    throw statusError('unavailable', status, verdict.because ?? `requests paused after HTTP ${status}`)
  }
  if (response.status === 429 || response.status === 503) {
    const waitMs = retryAfterMs(response, at)
    if (waitMs !== undefined) breaker.stopProvider(at + waitMs)
  }
  if (response.status === 429 || response.status === 403 || response.status >= 500) {
    throw statusError('unavailable', response.status)
  }
  if (response.status !== 200) throw statusError('invalid', response.status)
  return parseSafely(() =>
    'parseResponse' in upstream
      ? upstream.parseResponse(response, request)
      : upstream.parse(response.body, at, onHistory),
  )
}

/** Runs a parser and converts what it throws to an UpstreamError. */
async function parseSafely<Value>(parse: () => MaybePromise<Value>): Promise<Value> {
  try {
    return await parse()
  } catch (error) {
    // Platform parsers quote the body in their messages, so only our own messages are kept.
    const message = error instanceof ShapeError ? error.message : 'unreadable body'
    throw new UpstreamError('invalid', `schema_mismatch: ${message}`, error)
  }
}

function notModifiedError(): UpstreamError {
  const message = 'not modified, but no copy is cached'
  return new UpstreamError('unavailable', message, undefined, 'not_modified')
}

/**
 * Returns `Retry-After`, or "available in N seconds" of Launch Library's body, in milliseconds; at most a
 * day.
 */
function retryAfterMs({ header, body }: UpstreamResponse, at: number): number | undefined {
  const text = header('retry-after') ?? /available in (\d+) seconds/.exec(body)?.[1]
  if (text === undefined) return undefined
  const waitMs = /^\d+$/.test(text) ? seconds(Number(text)) : Date.parse(text) - at
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), days(1)) : undefined
}
