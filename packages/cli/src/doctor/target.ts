import { CliError, describeError } from '#kit/errors'

/** A request and its complete response. */
export interface Exchange {
  readonly method: string
  /** Path and query, relative to the base URL. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  readonly text: string
  /** `undefined` if the body is not JSON. */
  readonly json: unknown
  /** Server time of the response in epoch milliseconds; local time if there is no `Date`. */
  readonly servedAt: number
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Sends the request even if an equal one was sent before. */
  readonly fresh?: true
}

const TIMEOUT_MS = 20_000

interface TargetOptions {
  readonly key?: string | undefined
  readonly pauseMs?: number
  readonly findSignatureFault: Target['findSignatureFault']
}

/** The deployment under test. Equal requests are sent once, unless `fresh`. */
export class Target {
  readonly exchanges: Exchange[] = []
  readonly #base: string
  readonly #responses = new Map<string, Promise<Exchange>>()
  /** Delay in milliseconds before requesting a copy again, which must not have changed. */
  readonly pauseMs: number
  /** Injected, so that the checks do not import `verify`: otherwise a start would load four more files. */
  readonly findSignatureFault: (exchange: Exchange, keys: readonly string[]) => Promise<string | undefined>
  /** The given key, or the one that a check issued. */
  key: string | undefined

  constructor(base: string, { key, pauseMs = 1_100, findSignatureFault }: TargetOptions) {
    this.#base = base
    this.key = key
    this.findSignatureFault = findSignatureFault
    this.pauseMs = pauseMs
  }

  request(
    method: string,
    path: string,
    { headers = {}, body, fresh }: RequestOptions = {},
  ): Promise<Exchange> {
    const name = JSON.stringify([method, path, headers, body?.length])
    const known = this.#responses.get(name)
    if (known && !fresh) return known
    const response = this.#exchange(method, path, headers, body)
    this.#responses.set(name, response)
    return response
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
    return this.request('GET', path, { headers })
  }

  /** Requests paths one after the other. */
  async getAll(paths: readonly string[], headers?: Readonly<Record<string, string>>): Promise<Exchange[]> {
    const exchanges: Exchange[] = []
    for (const path of paths) exchanges.push(await this.get(path, headers))
    return exchanges
  }

  async #exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: RequestOptions['body'],
  ): Promise<Exchange> {
    const init: RequestInit = {
      method,
      // Without compression, so that lengths can be compared.
      headers: { 'accept-encoding': 'identity', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body }),
    }
    const exchange = await fetch(`${this.#base}${path}`, init)
      .then((response) => toExchange(method, path, response))
      .catch((error) => {
        throw new CliError(`${this.#base} does not respond to ${method} ${path}: ${describeError(error)}`)
      })
    this.exchanges.push(exchange)
    return exchange
  }
}

async function toExchange(method: string, path: string, response: Response): Promise<Exchange> {
  const { status, headers } = response
  const body = await readBody(response)
  const text = new TextDecoder().decode(body)
  const date = Date.parse(headers.get('date') ?? '')
  return {
    method,
    path,
    status,
    headers,
    body,
    text,
    json: parseJson(text),
    servedAt: Number.isNaN(date) ? Date.now() : date,
  }
}

/** Returns the body of a response; of a stream of events, which stays open, the first chunk. */
async function readBody(response: Response): Promise<Uint8Array> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const { value = new Uint8Array() } = await reader.read()
  await reader.cancel()
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
