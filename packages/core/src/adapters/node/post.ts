import { readStart } from '#adapters/response-start'
import type { WebhookResponse } from '#webhook-sender'

/** A POST request to addresses that have been checked. */
interface Post {
  readonly url: URL
  /** Addresses of the host of the URL; no others are connected to. */
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/**
 * How long one of several addresses may take to connect before the next is tried. Node's default of 250 ms is
 * too short for distant receivers.
 */
const NEXT_ADDRESS_MS = 2_000

/** Sends a POST request on a connection of its own, which is closed after the response. */
export function post({ url, addresses, headers, body, signal }: Post): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    const bytes = new TextEncoder().encode(body)
    const isSecure = url.protocol === 'https:'
    const { Agent, request: createRequest } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http')
    const request = createRequest({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      headers: {
        ...headers,
        host: url.host,
        'content-length': String(bytes.byteLength),
        'accept-encoding': 'identity',
        connection: 'close',
      },
      lookup: lookupOf(addresses),
      // An agent of its own: connections of a pool may lead to an address that was checked long ago. Without
      // `proxyEnv`, Deno would use the proxy of the environment, which makes a look-up of its own.
      agent: new Agent({ keepAlive: false, proxyEnv: {} }),
      // NODE_TLS_REJECT_UNAUTHORIZED must not count here.
      rejectUnauthorized: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    })
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
    // Deno closes a request before the last of its response has been read.
    request.on('close', () => hasResponse || reject(closedEarly()))
    request.end(bytes)
  })
}

async function readResponse(response: IncomingMessage): Promise<WebhookResponse> {
  const { statusCode: status, headers } = response
  const { text, isTruncated } = await readStart(response)
  if (!isTruncated && !response.complete) throw closedEarly()
  // Encoded bodies are never decoded: a few bytes can become gigabytes.
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return { status, retryAfter: headers['retry-after'] ?? null, body: isEncoded ? '' : text }
}

function closedEarly(): Error {
  return Object.assign(new Error('closed before the response was complete'), { code: 'ECONNRESET' })
}

type LookupCallback = (
  error: null,
  ...found: [found: readonly Found[]] | [address: string, family: 4 | 6]
) => void

interface Found {
  readonly address: string
  readonly family: 4 | 6
}

/** Returns a look-up for sockets that gives the addresses, whatever the name. */
function lookupOf(addresses: readonly string[]) {
  const found = addresses.map((address): Found => ({ address, family: address.includes(':') ? 6 : 4 })) as [
    Found,
    ...Found[],
  ]
  return (_: string, { all }: { readonly all?: boolean }, callback: LookupCallback): void => {
    queueMicrotask(() => {
      if (all) callback(null, found)
      else callback(null, found[0].address, found[0].family)
    })
  }
}

/** The parts of `http.IncomingMessage` that are used here; a client's has a status. */
interface IncomingMessage extends AsyncIterable<Uint8Array> {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly complete: boolean
}

/** The parts of `http.ClientRequest` that are used here. */
interface ClientRequest {
  on(event: 'response', listener: (response: IncomingMessage) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'close', listener: () => void): unknown
  end(body: Uint8Array): unknown
  destroy(): unknown
}

declare const process: {
  getBuiltinModule(name: 'node:http' | 'node:https'): {
    readonly Agent: new (options: { keepAlive: boolean; proxyEnv: object }) => object
    request(options: object): ClientRequest
  }
}
