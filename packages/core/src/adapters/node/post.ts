import type { IncomingMessage } from 'node:http'
import type { AgentOptions, RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import { readStart } from '#features/webhooks/response-start'
import type { WebhookResponse } from '#features/webhooks/webhook-sender'

/** A POST request to checked addresses. */
interface Post {
  readonly url: URL
  /** Addresses of the host of the URL; no other addresses are used. */
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/**
 * Time for connecting to one of several addresses before the next one is tried. Node's default of 250 ms is
 * too short for distant receivers.
 */
const NEXT_ADDRESS_MS = 2_000

/** Sends a POST request on a connection of its own, which is closed after the response. */
export function post({ url, addresses, headers, body, signal }: Post): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    const bytes = new TextEncoder().encode(body)
    const isSecure = url.protocol === 'https:'
    const { Agent, request: createRequest } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http')
    // A separate agent, as pooled connections may lead to an address that was checked long ago. Without
    // `proxyEnv`, Deno would use the proxy of the environment, which does its own look-up.
    const connections = { keepAlive: false, proxyEnv: {} }
    const options: RequestOptions & AgentOptions = {
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      headers: {
        ...headers,
        host: url.host,
        'content-length': String(bytes.byteLength),
        'accept-encoding': 'identity',
        connection: 'close',
      },
      lookup: lookupOf(addresses),
      agent: new Agent(connections),
      // NODE_TLS_REJECT_UNAUTHORIZED must not apply here.
      rejectUnauthorized: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    }
    const request = createRequest(options)
    signal.addEventListener('abort', () => request.destroy(), { once: true })
    if (signal.aborted) request.destroy()
    const end = (result: WebhookResponse) => {
      resolve(result)
      request.destroy()
    }
    let hasResponse = false
    request.on('response', (response) => {
      hasResponse = true
      readResponse(response).then(end, reject)
    })
    request.on('error', reject)
    // Deno closes a request before the end of its response has been read.
    request.on('close', () => hasResponse || reject(closedEarly()))
    request.end(bytes)
  })
}

async function readResponse(response: IncomingMessage): Promise<WebhookResponse> {
  const { statusCode: status = 0, headers } = response
  const { text, isTruncated } = await readStart(response)
  if (!isTruncated && !response.complete) throw closedEarly()
  // Encoded bodies are never decoded, as a few bytes can become gigabytes.
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return { status, retryAfter: headers['retry-after'] ?? null, body: isEncoded ? '' : text }
}

function closedEarly(): Error {
  return Object.assign(new Error('closed before the response was complete'), { code: 'ECONNRESET' })
}

/** Returns a look-up for sockets that returns the given addresses for any name. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_, { all }, callback) => {
    queueMicrotask(() => {
      if (all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
}
