import { Failure, inOneLine } from '#failure'

/** One request and its answer, read to the end. */
export interface Exchange {
  readonly method: string
  /** With its query, relative to the base address. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  readonly text: string
  /** `undefined` when the body is not JSON. */
  readonly json: unknown
  /** The server's clock at the answer, in epoch milliseconds; ours when it does not tell. */
  readonly servedAt: number
}

export interface Question {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Asks anew though the same was asked before. */
  readonly anew?: true
}

const PATIENCE_MS = 20_000

/** A deployment under examination: asked one thing at a time, and no thing twice unless that is the point. */
export class Patient {
  readonly exchanges: Exchange[] = []
  readonly #base: string
  readonly #answers = new Map<string, Promise<Exchange>>()
  readonly #blamed = new Set<string>()
  /** How long to wait before a copy that must not change is asked for again, in milliseconds. */
  readonly pauseMs: number
  /** The key that was given, or issued on the way. */
  key: string | undefined

  constructor(base: string, { key, pauseMs = 1_100 }: { key?: string | undefined; pauseMs?: number } = {}) {
    this.#base = base
    this.key = key
    this.pauseMs = pauseMs
  }

  ask(method: string, path: string, { headers = {}, body, anew }: Question = {}): Promise<Exchange> {
    const name = JSON.stringify([method, path, headers, body?.length])
    const known = this.#answers.get(name)
    if (known && !anew) return known
    const answer = this.#exchange(method, path, headers, body)
    this.#answers.set(name, answer)
    return answer
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
    return this.ask('GET', path, { headers })
  }

  /** Notes that a clause of its own names this fault, so that no other names it, too. */
  blame(exchange: Exchange, aspect: string): void {
    this.#blamed.add(faultName(exchange, aspect))
  }

  /** Whether a clause has named this fault: of a header anywhere, of a status or a body on this very path. */
  isBlamed(exchange: Exchange, aspect: string): boolean {
    return this.#blamed.has(faultName(exchange, aspect))
  }

  async #exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Question['body'],
  ): Promise<Exchange> {
    const init: RequestInit = {
      method,
      // A body as it is, so that lengths can be compared.
      headers: { 'accept-encoding': 'identity', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body }),
    }
    const exchange = await fetch(`${this.#base}${path}`, init)
      .then((response) => exchangeOf(method, path, response))
      .catch((error) => {
        throw new Failure(`${this.#base} does not answer ${method} ${path}: ${inOneLine(error)}`)
      })
    this.exchanges.push(exchange)
    return exchange
  }
}

function faultName({ method, path, status }: Exchange, aspect: string): string {
  const [pathname] = path.split('?')
  if (aspect === 'status') return `${aspect} ${method} ${pathname}`
  return aspect === 'body' ? `${aspect} ${status} ${pathname}` : aspect
}

async function exchangeOf(method: string, path: string, response: Response): Promise<Exchange> {
  const { status, headers } = response
  const body = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(body)
  const date = Date.parse(headers.get('date') ?? '')
  return {
    method,
    path,
    status,
    headers,
    body,
    text,
    json: jsonOf(text),
    servedAt: Number.isNaN(date) ? Date.now() : date,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
