import { abortable } from '#kernel/kit/abort'
import { concatBytes } from '#kernel/kit/bytes'
import { cleanText } from '#kernel/kit/clean-text'
import { seconds } from '#kernel/kit/time'
import { redactOrigin } from '#kernel/upstreams/client/redact-origin'
import { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import type { UpstreamContext } from '#kernel/upstreams/context'
import { type FeedProvider, providerId, providerOrigin } from '#kernel/upstreams/providers'
import type { Upstream, UpstreamResponse } from '#kernel/upstreams/upstream'

const USER_AGENT = 'Space-Data/0.1 (self-hosted read API over public space data)'
const TIMEOUT_MS = seconds(10)
const MAX_BYTES = 4 * 1024 * 1024

/** The fields of a feed that a request needs. */
export type RequestTarget<Params> = Pick<
  Upstream<Params, unknown>,
  'provider' | 'target' | 'send' | 'timeoutMs' | 'maxBytes'
>

/**
 * Sends one request to a provider and reads the complete response, within the feed's timeout and size limit.
 *
 * @throws UpstreamError
 */
export async function sendRequest<Params>(
  upstream: RequestTarget<Params>,
  params: Params,
  at: number,
  context: UpstreamContext,
): Promise<UpstreamResponse> {
  const { provider } = upstream
  const configured = context.settings.upstreamOrigins[providerId(provider)] ?? ownOrigin(provider)
  const origin = (configured ?? providerOrigin(provider)).replace(/\/+$/, '')
  const timeoutMs = upstream.timeoutMs ?? TIMEOUT_MS
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = { 'user-agent': USER_AGENT, accept: '*/*' }
  const init: RequestInit = { redirect: 'manual', headers, signal }
  try {
    const url = origin + upstream.target(params, at)
    const pending = upstream.send?.(url, init, params) ?? context.fetch(url, init)
    // Does not rely only on the signal, as a host's `fetch` may ignore it.
    const response = await abortable(pending, signal)
    const text = await readCappedBody(response, upstream.maxBytes ?? MAX_BYTES, signal)
    // A central instance has already cleaned its data, and signed the bytes.
    const body = provider === 'central' ? text : cleanText(text)
    // Only some feeds may have no data, and they send an empty body in that case.
    if (body.trim() === '' && text.trim() !== '') throw new UpstreamError('invalid', 'unreadable body')
    return { status: response.status, header: (name) => response.headers.get(name), body }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw toConnectionError(error, configured ? redactOrigin(error, configured) : error, timeoutMs)
  }
}

/** Returns the origin of a host's own provider, which may contain a secret, as a configured origin may. */
function ownOrigin(provider: FeedProvider): string | undefined {
  return typeof provider === 'string' ? undefined : provider.origin
}

/**
 * Reads a body as UTF-8 and cancels it at the size limit or the timeout. The body is decoded as a whole, as a
 * string concatenated from chunks takes two bytes per character in V8.
 */
async function readCappedBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal)
      if (done) return new TextDecoder().decode(concatBytes(chunks))
      length += value.byteLength
      if (length > maxBytes) {
        throw new UpstreamError('invalid', `response larger than ${maxBytes} bytes`, undefined, 'too_large')
      }
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

/** Error codes that are shown, as they cannot contain a part of a configured origin. */
const SYSTEM_CODE =
  /^(E[A-Z]{3,14}|EAI_[A-Z]+|CERT_[A-Z_]+|ERR_TLS_[A-Z_]+|UND_ERR_[A-Z_]+|[A-Z_]*SELF_SIGNED[A-Z_]*)$/

/** Converts an error of `fetch`; its message is left out, as it may quote the address. */
function toConnectionError(error: unknown, cause: unknown, timeoutMs: number): UpstreamError {
  const { name, code } = errorFacts(error)
  if (name === 'TimeoutError' || name === 'AbortError') {
    const message = `no complete response within ${timeoutMs / 1_000} s`
    return new UpstreamError('unavailable', message, cause, 'timeout')
  }
  return new UpstreamError('unavailable', `connection failed${code && ` (${code})`}`, cause)
}

/** Returns an error's name, and the system code of the error or its cause; empty strings if there is none. */
function errorFacts(error: unknown): { name: string; code: string } {
  if (!(error instanceof Error)) return { name: '', code: '' }
  const codes = [error, error.cause].map((each) => (each as { code?: unknown } | undefined)?.code)
  const code = codes.find((each): each is string => typeof each === 'string' && SYSTEM_CODE.test(each))
  return { name: error.name, code: code ?? '' }
}
