import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { hours, seconds } from '#kernel/kit/time'
import type { ProviderPause } from '#kernel/upstreams/client/provider-pauses'
import { statusError, UpstreamError } from '#kernel/upstreams/client/upstream-error'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import type { AnyUpstream, ParseListeners, UpstreamResponse } from '#kernel/upstreams/upstream'

interface ReceivedResponse<Params, Value> {
  readonly params: Params
  readonly response: UpstreamResponse
  /** The cached copy, which a "not modified" response confirms. */
  readonly previous: Value | undefined
  /** Time of the request in epoch milliseconds. */
  readonly at: number
  /** Pauses requests to the whole provider. */
  readonly pause: (pause: ProviderPause) => Promise<void>
  readonly listeners: ParseListeners
}

/**
 * Parses a response. Pauses requests to the provider if the response requires it.
 *
 * @throws UpstreamError
 */
export async function readResponse<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  { response, params, previous, at, pause, listeners }: ReceivedResponse<Params, Value>,
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
    const { status } = response
    const because = verdict.because ?? `requests paused after HTTP ${status}`
    await pause({ since: at, until: at + verdict.forMs, because, isProbed: false })
    throw statusError('unavailable', status, because)
  }
  if (response.status === 429 || response.status === 503) {
    const requested = requestedPause(response, at)
    if (requested) await pause(requested)
  }
  if (response.status === 429 || response.status === 403 || response.status >= 500) {
    throw statusError('unavailable', response.status)
  }
  if (response.status !== 200) throw statusError('invalid', response.status)
  return parseSafely(() =>
    'parseResponse' in upstream
      ? upstream.parseResponse(response, request)
      : upstream.parse(response.body, at, listeners),
  )
}

/** Runs a parser and converts errors that it throws to an UpstreamError. */
async function parseSafely<Value>(parse: () => MaybePromise<Value>): Promise<Value> {
  try {
    return await parse()
  } catch (error) {
    // Platform parsers quote the body in their messages, so only our own messages are used.
    const message = error instanceof ShapeError ? error.message : 'unreadable body'
    throw new UpstreamError('invalid', `schema_mismatch: ${message}`, error)
  }
}

function notModifiedError(): UpstreamError {
  const message = 'not modified, but no copy is cached'
  return new UpstreamError('unavailable', message, undefined, 'not_modified')
}

/** The longest pause by a number in a response, as a maintenance page may have any number. */
const MAX_PAUSE_MS = hours(1)

/**
 * Returns the pause that a response with 429 or 503 requires. `Retry-After` may come from a cache in front of
 * the provider, so the pause is probed; "available in N seconds" in Launch Library's body is its own count of
 * requests.
 */
function requestedPause({ status, header, body }: UpstreamResponse, at: number): ProviderPause | undefined {
  const counted = /available in (\d+) seconds/.exec(body)?.[1]
  const text = counted ?? header('retry-after')
  if (text === null) return undefined
  const waitMs = /^\d+$/.test(text) ? seconds(Number(text)) : Date.parse(text) - at
  if (!(waitMs > 0)) return undefined
  return {
    since: at,
    until: at + Math.min(waitMs, MAX_PAUSE_MS),
    because: `HTTP ${status} with a request to pause`,
    isProbed: counted === undefined,
  }
}
