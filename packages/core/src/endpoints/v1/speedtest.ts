import * as v from 'valibot'
import type { Answer } from '#declare/ask'
import type { Endpoint } from '#declare/endpoint'
import { envelopeOf } from '#declare/envelope'
import { momentaryAnswer } from '#declare/json-answer'
import { count, instant, quantity, wholeNumber } from '#declare/schemas'
import { ipVersionOf } from '#keys/network'
import { beginTransfer, type Transfer, takeBytes } from '#keys/transfers'
import { Problem } from '#problem'
import { iso } from '#time'

/** The most that is sent or taken in one transfer, in bytes: the largest of the Cloudflare client's own list. */
const MAX_BYTES = 250_000_000
/** Of an upload, how many bytes come before they are counted. */
const COUNTED_BYTES = 1_000_000
const BLOCK_BYTES = 65_536

const timing = { 'server-timing': 'Time spent by the server', 'timing-allow-origin': 'Always *' }

/** Answers at once, for measuring the round trip. */
export const ping = speedtest('GET', 'ping', 'An empty answer, for latency', {
  success: { status: 204, description: 'Nothing, at once', content: {}, headers: timing },
  answer: () => timed({ status: 204, headers: ['cache-control', 'no-store'], body: null }, 0),
})

/** Sends random bytes, for measuring the download. */
export const down = speedtest('GET', 'down', 'Random bytes, for download speed', {
  description:
    'At most 250 MB. A network has so many bytes of speed tests an hour, in both directions, and the server so many transfers at once: more than that is 429 `rate_limited`.',
  queryParameters: {
    bytes: v.optional(
      wholeNumber('Number of bytes, 0 to 250000000; default 100000', 100_000, { min: 0, max: MAX_BYTES }),
      '100000',
    ),
  },
  success: {
    status: 200,
    description: 'As many random bytes as asked',
    content: { 'application/octet-stream': null },
    headers: timing,
  },
  answer({ params, ask, context }) {
    const from = performance.now()
    const bytes = params['bytes'] as number
    const headers = ['content-type', 'application/octet-stream', 'content-length', String(bytes)]
    const answered = (transfer?: Transfer) => {
      const body = randomBlocks(bytes, transfer)
      const answer: Answer = { status: 200, headers: [...headers, 'cache-control', 'no-store'], body }
      return timed(answer, msSince(from))
    }
    // Nothing is sent, to measure the round trip with.
    if (bytes === 0 || ask.method === 'HEAD') return answered()
    const ip = ask.ip?.()
    const transfer = beginTransfer(ip, context)
    return takeBytes(bytes, ip, context).then(
      () => answered(transfer),
      (error) => {
        transfer.end()
        throw error
      },
    )
  },
})

/** Drains what it is sent, for measuring the upload. */
export const up = speedtest('POST', 'up', 'Takes bytes, for upload speed', {
  description: 'At most 250 MB, counted as they come; limited as downloads are.',
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
  problems: ['invalid_body', 'payload_too_large'],
  async answer({ ask, context }) {
    const from = performance.now()
    const ip = ask.ip?.()
    const transfer = beginTransfer(ip, context)
    let [received_bytes, counted] = [0, 0]
    const count = async () => {
      await takeBytes(received_bytes - counted, ip, context)
      counted = received_bytes
    }
    try {
      for await (const chunk of ask.body ?? []) {
        transfer.moves()
        received_bytes += chunk.byteLength
        if (received_bytes > MAX_BYTES) throw new Problem('payload_too_large')
        if (received_bytes - counted >= COUNTED_BYTES) await count()
      }
      await count()
    } finally {
      transfer.end()
    }
    const duration_ms = msSince(from)
    return timed(momentaryAnswer({ received_bytes, duration_ms }, context.now()), duration_ms)
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
    return timed(momentaryAnswer(data, now), 0)
  },
})

function speedtest(
  method: Endpoint['method'],
  name: string,
  summary: string,
  rest: Pick<Endpoint, 'success' | 'answer'> &
    Partial<Pick<Endpoint, 'description' | 'queryParameters' | 'problems'>>,
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

/** With the time that the server took; the second name of it is the one that the Cloudflare client reads. */
function timed(answer: Answer, ms: number): Answer {
  const timing = `app;dur=${ms}, cfRequestDuration;dur=${ms}`
  return { ...answer, headers: [...answer.headers, 'server-timing', timing, 'timing-allow-origin', '*'] }
}

/** Milliseconds since then by the clock that only goes forward, to the microsecond. */
function msSince(from: number): number {
  return Math.round((performance.now() - from) * 1_000) / 1_000
}

let block: Uint8Array<ArrayBuffer> | undefined

/** The asked number of bytes as views of one random block, made at the first use and sent again and again. */
function* randomBlocks(bytes: number, transfer?: Transfer): Generator<Uint8Array> {
  block ??= crypto.getRandomValues(new Uint8Array(BLOCK_BYTES))
  try {
    for (let left = bytes; left > 0; left -= BLOCK_BYTES) {
      transfer?.moves()
      yield left < BLOCK_BYTES ? block.subarray(0, left) : block
    }
  } finally {
    transfer?.end()
  }
}
