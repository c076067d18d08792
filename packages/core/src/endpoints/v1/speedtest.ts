import * as v from 'valibot'
import type { Answer } from '#declare/ask'
import type { Endpoint } from '#declare/endpoint'
import { envelopeOf } from '#declare/envelope'
import { momentaryAnswer } from '#declare/json-answer'
import { count, instant, quantity, wholeNumber } from '#declare/schemas'
import { ipVersionOf } from '#keys/network'
import { Problem } from '#problem'
import { iso } from '#time'

/** The most that is sent or taken in one test, in bytes. */
const MAX_BYTES = 25_000_000
const BLOCK_BYTES = 65_536

const timing = { 'server-timing': 'Time spent by the server', 'timing-allow-origin': 'Always *' }

/** Answers at once, for measuring the round trip. */
export const ping = speedtest('GET', 'ping', 'An empty answer, for latency', {
  success: { status: 204, description: 'Nothing, at once', content: {}, headers: timing },
  answer: () => timed({ status: 204, headers: ['cache-control', 'no-store'], body: null }),
})

/** Sends random bytes, for measuring the download. */
export const down = speedtest('GET', 'down', 'Random bytes, for download speed', {
  queryParameters: {
    bytes: v.optional(
      wholeNumber('Number of bytes, 0 to 25000000; default 100000', 100_000, { min: 0, max: MAX_BYTES }),
      '100000',
    ),
  },
  success: {
    status: 200,
    description: 'As many random bytes as asked',
    content: { 'application/octet-stream': null },
    headers: timing,
  },
  answer(call) {
    const bytes = call.params['bytes'] as number
    const headers = ['content-type', 'application/octet-stream', 'content-length', String(bytes)]
    return timed({
      status: 200,
      headers: [...headers, 'cache-control', 'no-store'],
      body: randomBlocks(bytes),
    })
  },
})

/** Drains what it is sent, for measuring the upload. */
export const up = speedtest('POST', 'up', 'Takes bytes, for upload speed', {
  success: {
    status: 200,
    description: 'How much was received',
    content: {
      'application/json': envelopeOf(
        v.strictObject({
          received_bytes: count('Bytes of the request body', 100_000),
          duration_ms: quantity('Milliseconds from the first byte to the last', 12.5, 0),
        }),
      ),
    },
    headers: timing,
  },
  problems: ['payload_too_large'],
  async answer(call) {
    const from = performance.now()
    let received_bytes = 0
    for await (const chunk of call.ask.body ?? []) {
      received_bytes += chunk.byteLength
      if (received_bytes > MAX_BYTES) throw new Problem('payload_too_large')
    }
    const duration_ms = Math.round((performance.now() - from) * 1_000) / 1_000
    return timed(momentaryAnswer({ received_bytes, duration_ms }, call.context.now()), duration_ms)
  },
})

/** Tells how the client is seen. */
export const info = speedtest('GET', 'info', 'How the service sees this connection', {
  success: {
    status: 200,
    description: 'Facts for a speed test',
    content: {
      'application/json': envelopeOf(
        v.strictObject({
          ip_version: v.pipe(
            v.nullable(v.picklist([4, 6])),
            v.description('4 or 6; null when the host does not know the address'),
            v.examples([4]),
          ),
          server_time: instant('Time of this answer'),
          max_bytes: count('Most bytes of one download or upload', MAX_BYTES),
        }),
      ),
    },
    headers: timing,
  },
  answer(call) {
    const now = call.context.now()
    const data = { ip_version: ipVersionOf(call.ask.ip?.()), server_time: iso(now), max_bytes: MAX_BYTES }
    return timed(momentaryAnswer(data, now))
  },
})

function speedtest(
  method: Endpoint['method'],
  name: string,
  summary: string,
  rest: Pick<Endpoint, 'success' | 'answer'> & Partial<Pick<Endpoint, 'queryParameters' | 'problems'>>,
): Endpoint {
  return {
    method,
    path: `/v1/speedtest/${name}`,
    summary,
    tag: 'Speed test',
    access: 'speedtest',
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    problems: [],
    ...rest,
  }
}

function timed(answer: Answer, durationMs = 0): Answer {
  const headers = ['server-timing', `app;dur=${durationMs}`, 'timing-allow-origin', '*']
  return { ...answer, headers: [...answer.headers, ...headers] }
}

let block: Uint8Array<ArrayBuffer> | undefined

/** The asked number of bytes as views of one random block, made at the first use and sent again and again. */
function* randomBlocks(bytes: number): Generator<Uint8Array> {
  block ??= crypto.getRandomValues(new Uint8Array(BLOCK_BYTES))
  for (let left = bytes; left > 0; left -= BLOCK_BYTES)
    yield left < BLOCK_BYTES ? block.subarray(0, left) : block
}
