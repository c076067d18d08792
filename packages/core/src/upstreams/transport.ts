import type { Context } from '#context'
import { seconds } from '#time'
import { Failure } from '#upstreams/failure'
import { providers } from '#upstreams/providers'
import type { Upstream, UpstreamAnswer } from '#upstreams/upstream'

const USER_AGENT = 'Space-Data/0.1 (self-hosted read API over public space data)'
const DEADLINE_MS = seconds(10)
const MAX_BYTES = 8 * 1024 * 1024

/** Sends one request to a provider and reads its whole answer within the deadline and the size cap. */
export async function request<Params, Value>(
  upstream: Upstream<Params, Value>,
  params: Params,
  at: number,
  context: Context,
): Promise<UpstreamAnswer> {
  const origin = context.settings.upstreamOrigins[upstream.provider] ?? providers[upstream.provider].origin
  const response = await context.fetch(origin.replace(/\/+$/, '') + upstream.target(params, at), {
    redirect: 'manual',
    headers: { 'user-agent': USER_AGENT, accept: '*/*' },
    signal: AbortSignal.timeout(upstream.deadlineMs ?? DEADLINE_MS),
  })
  const body = await readCapped(response, upstream.maxBytes ?? MAX_BYTES)
  return { status: response.status, header: (name) => response.headers.get(name), body }
}

/** Decodes the body as UTF-8 while counting its decoded bytes, and lets go of it when it passes the cap. */
async function readCapped(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {})
      throw new Failure('invalid', `the answer is larger than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** What went wrong before there was an answer, in words that carry nothing of the error itself. */
export function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return 'no whole answer within the deadline'
  return 'the connection failed'
}
