import { joined } from '#bytes'
import type { Context } from '#context'
import { seconds } from '#time'
import { Failure } from '#upstreams/failure'
import { originOf } from '#upstreams/providers'
import type { Upstream, UpstreamAnswer } from '#upstreams/upstream'
import { withoutOrigin } from '#upstreams/without-origin'

const USER_AGENT = 'Space-Data/0.1 (self-hosted read API over public space data)'
const DEADLINE_MS = seconds(10)
const MAX_BYTES = 4 * 1024 * 1024

/** What is told of a feed for it to be asked. */
export type Asked<Params> = Pick<
  Upstream<Params, unknown>,
  'provider' | 'target' | 'send' | 'deadlineMs' | 'maxBytes'
>

/** Sends one request to a provider and reads its whole answer within the deadline and the size cap; throws only Failures. */
export async function request<Params>(
  upstream: Asked<Params>,
  params: Params,
  at: number,
  context: Context,
): Promise<UpstreamAnswer> {
  const chosen = context.settings.upstreamOrigins[upstream.provider]
  const origin = (chosen ?? originOf(upstream.provider)).replace(/\/+$/, '')
  const signal = AbortSignal.timeout(upstream.deadlineMs ?? DEADLINE_MS)
  const late = endOf(signal)
  try {
    const asked = (upstream.send ?? context.fetch)(origin + upstream.target(params, at), {
      redirect: 'manual',
      headers: { 'user-agent': USER_AGENT, accept: '*/*' },
      signal,
    })
    const response = await Promise.race([asked, late])
    const body = await readCapped(response, upstream.maxBytes ?? MAX_BYTES, late)
    return { status: response.status, header: (name) => response.headers.get(name), body }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw unanswered(error, chosen ? withoutOrigin(error, chosen) : error)
  }
}

/**
 * The body as UTF-8; it is let go of when its decoded bytes pass the cap or it is late. Decoded as a whole, because a text
 * that is made piece by piece takes two bytes a character in V8.
 */
async function readCapped(response: Response, maxBytes: number, late: Promise<never>): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return new TextDecoder().decode(joined(chunks))
      length += value.byteLength
      if (length > maxBytes) {
        throw new Failure('invalid', `the answer is larger than ${maxBytes} bytes`, undefined, 'too_large')
      }
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

/** Rejects when the time is over, also where a host's `fetch` does not heed the signal. */
function endOf(signal: AbortSignal): Promise<never> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  late.catch(() => {})
  return late
}

/** What went wrong before there was an answer, in words that carry nothing of the error itself. */
function unanswered(error: unknown, cause: unknown): Failure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError')
    return new Failure('unavailable', 'no whole answer within the deadline', cause, 'timeout')
  return new Failure('unavailable', 'the connection failed', cause)
}
