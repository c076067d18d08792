import * as v from 'valibot'
import type { SpeedtestContext, Transfer } from '#features/speedtest/transfers'
import { ipVersionOf } from '#kernel/accounts/networks/client-network'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { uncachedJsonResponse } from '#kernel/endpoint/json-response'
import { count, instant, named, quantity, wholeNumber } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { iso } from '#kernel/kit/time'

/** The largest transfer, in bytes: the largest size that the Cloudflare speed-test client uses. */
const MAX_BYTES = 250_000_000
/** An upload is counted for its network in steps of this many bytes. */
const COUNT_STEP_BYTES = 10_000_000
/** Size of the random block that downloads repeat. */
const BLOCK_BYTES = 65_536

const upload = v.strictObject({
  received_bytes: count('Size of the request body, bytes', 100_000),
  duration_ms: quantity('Time from the first byte to the last, ms', 12.5, 0),
})

const connection = v.strictObject({
  ip_version: v.pipe(
    v.nullable(v.picklist([4, 6])),
    v.description('IP version, 4 or 6; null if the client address is unknown'),
    v.examples([4]),
  ),
  server_time: instant('Server time of this response'),
  max_bytes: count('Largest download or upload, bytes', MAX_BYTES),
})

const timing = { 'server-timing': 'Time spent in the server', 'timing-allow-origin': 'Always *' }

/** Responds immediately, to measure latency. */
export const ping = speedtest('GET', 'ping', 'pingSpeedtest', 'Empty response, to measure latency', {
  success: { status: 204, description: 'Empty response', content: {}, headers: timing },
  respond: () => withServerTiming({ status: 204, headers: ['cache-control', 'no-store'], body: null }, 0),
})

/** Sends random bytes, to measure the download speed. */
export const down = speedtest('GET', 'down', 'downloadSpeedtest', 'Random bytes, to measure download speed', {
  description:
    'At most 250 MB per request. Each network has an hourly limit on transferred bytes, uploads included, ' +
    'and the server limits concurrent transfers. Requests over either limit get 429 `rate_limited`.',
  queryParameters: {
    bytes: v.optional(
      wholeNumber('Number of bytes, 0 to 250000000; default 100000', 100_000, { min: 0, max: MAX_BYTES }),
      '100000',
    ),
  },
  success: {
    status: 200,
    description: 'The requested number of random bytes',
    content: { 'application/octet-stream': null },
    headers: timing,
  },
  async respond({ params, request, context }) {
    const from = performance.now()
    const bytes = params['bytes'] as number
    const headers = ['content-type', 'application/octet-stream', 'content-length', String(bytes)]
    const download = (transfer?: Transfer) => {
      const body = randomBlocks(bytes, transfer)
      const response: RawResponse = { status: 200, headers: [...headers, 'cache-control', 'no-store'], body }
      return withServerTiming(response, msSince(from))
    }
    // No body to send: neither counted nor limited.
    if (bytes === 0 || request.method === 'HEAD') return download()
    const ip = request.ip?.()
    const transfer = context.transfers.begin(ip)
    try {
      await context.accounts.rates.limit('speedtest_bytes', ip, bytes)
    } catch (error) {
      transfer.end()
      throw error
    }
    return download(transfer)
  },
})

/** Reads and discards the request body, to measure the upload speed. */
export const up = speedtest('POST', 'up', 'uploadSpeedtest', 'Upload sink, to measure upload speed', {
  description: 'At most 250 MB per request, counted as the bytes arrive. The limits of downloads apply.',
  requestBody: 'bytes',
  success: {
    status: 200,
    description: 'Number of bytes received',
    content: {
      'application/json': envelopeOf(named('SpeedtestUpload', upload)),
    },
    headers: timing,
  },
  problems: ['invalid_body', 'payload_too_large'],
  async respond({ request, context }) {
    const from = performance.now()
    const ip = request.ip?.()
    const transfer = context.transfers.begin(ip)
    let [received_bytes, counted] = [0, 0]
    const count = async () => {
      await context.accounts.rates.limit('speedtest_bytes', ip, received_bytes - counted)
      counted = received_bytes
    }
    try {
      for await (const chunk of request.body ?? []) {
        transfer.markProgress()
        received_bytes += chunk.byteLength
        if (received_bytes > MAX_BYTES) {
          throw new Problem('payload_too_large', { message: 'The upload is too large: at most 250 MB.' })
        }
        if (received_bytes - counted >= COUNT_STEP_BYTES) await count()
      }
      if (received_bytes > counted) await count()
    } finally {
      transfer.end()
    }
    const duration_ms = msSince(from)
    return withServerTiming(uncachedJsonResponse({ received_bytes, duration_ms }, context.now()), duration_ms)
  },
})

/** Reports what the server sees of the connection, and the limits of the speed test. */
export const info = speedtest('GET', 'info', 'getSpeedtestInfo', 'This connection as the server sees it', {
  success: {
    status: 200,
    description: 'Connection and limits',
    content: {
      'application/json': envelopeOf(named('SpeedtestInfo', connection)),
    },
    headers: timing,
  },
  respond(call) {
    const now = call.context.now()
    const data = { ip_version: ipVersionOf(call.request.ip?.()), server_time: iso(now), max_bytes: MAX_BYTES }
    return withServerTiming(uncachedJsonResponse(data, now), 0)
  },
})

function speedtest(
  method: Endpoint['method'],
  name: string,
  operationId: string,
  summary: string,
  rest: Pick<Endpoint<SpeedtestContext>, 'success' | 'respond'> &
    Partial<Pick<Endpoint, 'description' | 'queryParameters' | 'requestBody' | 'problems'>>,
): Endpoint<SpeedtestContext> {
  const path = `/v1/speedtest/${name}`
  return declareEndpoint<SpeedtestContext>({
    method,
    path,
    operationId,
    summary,
    tag: 'Speed test',
    access: 'speedtest',
    ...rest,
  })
}

/** Adds the server's processing time, also under the name that the Cloudflare client reads. */
function withServerTiming(response: RawResponse, ms: number): RawResponse {
  const timing = `app;dur=${ms}, cfRequestDuration;dur=${ms}`
  return { ...response, headers: [...response.headers, 'server-timing', timing, 'timing-allow-origin', '*'] }
}

/** Returns the milliseconds since a `performance.now()`, rounded to 1 µs. */
function msSince(from: number): number {
  return Math.round((performance.now() - from) * 1_000) / 1_000
}

let block: Uint8Array<ArrayBuffer> | undefined

/** Yields the number of bytes as views of one random block, which is generated at the first use. */
function* randomBlocks(bytes: number, transfer?: Transfer): Generator<Uint8Array> {
  block ??= crypto.getRandomValues(new Uint8Array(BLOCK_BYTES))
  try {
    for (let left = bytes; left > 0; left -= BLOCK_BYTES) {
      transfer?.markProgress()
      yield left < BLOCK_BYTES ? block.subarray(0, left) : block
    }
  } finally {
    transfer?.end()
  }
}
