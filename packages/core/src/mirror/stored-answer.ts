import { directivesIn } from '#mirror/cache-directives'
import { ageSeconds, lifetimeSeconds, type Times } from '#mirror/freshness'
import { type Pairs, updatedHeaders } from '#mirror/kept-headers'

/** What is kept of an answer beside its body, as JSON. */
export interface AnswerFacts extends Times {
  readonly status: number
  readonly headers: Pairs
  /** The request's fields that the answer varies by, `null` for one that was not sent. */
  readonly variant: Readonly<Record<string, string | null>>
  readonly shared: boolean
}

/** Fresh: at once. Stale, yet to be given while it is revalidated. To be asked about first. */
type Use = 'fresh' | 'while-revalidating' | 'ask'

/** An answer as an HTTP cache keeps it, with the rules by which it may be used again (RFC 9111 section 4). */
export class StoredAnswer {
  readonly facts: AnswerFacts
  readonly body: Uint8Array
  readonly #headers: Headers

  constructor(facts: AnswerFacts, body: Uint8Array) {
    this.facts = facts
    this.body = body
    this.#headers = new Headers(facts.headers as [string, string][])
  }

  get status(): number {
    return this.facts.status
  }

  header(name: string): string | null {
    return this.#headers.get(name)
  }

  /** Whether it was given to a request that asked for the same variant. */
  fits(headers: Headers): boolean {
    return Object.entries(this.facts.variant).every(([name, value]) => same(headers.get(name), value))
  }

  isSameVariant({ facts: { variant } }: StoredAnswer): boolean {
    const { facts } = this
    const names = Object.keys(variant)
    return (
      names.join() === Object.keys(facts.variant).join() &&
      names.every((name) => same(facts.variant[name], variant[name]))
    )
  }

  useFor(request: Headers, now: number): Use {
    const given = directivesIn(this.header('cache-control'))
    const wanted = requestDirectives(request)
    if (given.has('no-cache') || wanted.has('no-cache')) return 'ask'
    const age = ageSeconds(this.facts, this.#headers, now)
    const left = this.#lifetime() - age
    if (age > secondsWanted(wanted, 'max-age', Number.POSITIVE_INFINITY)) return 'ask'
    if (left > 0) return left >= secondsWanted(wanted, 'min-fresh', 0) ? 'fresh' : 'ask'
    if (this.#mustRevalidate()) return 'ask'
    const patience =
      wanted.get('max-stale') === '' ? Number.POSITIVE_INFINITY : secondsWanted(wanted, 'max-stale', -1)
    if (-left <= patience) return 'fresh'
    return -left < secondsWanted(given, 'stale-while-revalidate', 0) ? 'while-revalidating' : 'ask'
  }

  /** Whether it may be given, though stale, because the origin fails (RFC 5861 section 4). */
  standsInFor(failed: Response | undefined, request: Headers, now: number): boolean {
    if (failed && ![500, 502, 503, 504].includes(failed.status)) return false
    const given = directivesIn(this.header('cache-control'))
    if (given.has('no-cache') || this.#mustRevalidate()) return false
    const patience = Math.max(
      secondsWanted(given, 'stale-if-error', -1),
      secondsWanted(requestDirectives(request), 'stale-if-error', -1),
    )
    return ageSeconds(this.facts, this.#headers, now) - this.#lifetime() <= patience
  }

  /** A request's headers with the condition that what is held still holds. */
  revalidationHeaders(request: Headers): Headers {
    const headers = new Headers(request)
    const etag = this.header('etag')
    const modified = this.header('last-modified')
    if (etag !== null && !headers.has('if-none-match')) headers.set('if-none-match', etag)
    if (modified !== null && !headers.has('if-modified-since')) headers.set('if-modified-since', modified)
    return headers
  }

  /** What is held with the headers of a 304; `undefined` when the 304 is about another representation. */
  refreshed(response: Response, times: Times): StoredAnswer | undefined {
    // A tag says which representation is meant; a date only where there is no tag.
    const by = response.headers.has('etag') ? 'etag' : 'last-modified'
    const [said, ours] = [response.headers.get(by), this.header(by)]
    const isOther = said !== null && ours !== null && weak(said) !== weak(ours)
    if (isOther) return undefined
    const headers = updatedHeaders(this.facts.headers, response.headers)
    return new StoredAnswer({ ...this.facts, ...times, headers }, this.body)
  }

  /** The headers to give it with at an instant: its own, and how old it is. */
  headersAt(now: number): Headers {
    const headers = new Headers(this.#headers)
    const age = ageSeconds(this.facts, this.#headers, now)
    headers.set('age', String(Number.isFinite(age) ? Math.floor(age) : 2 ** 31))
    return headers
  }

  toResponse(method: string, now: number): Response {
    const body = method === 'HEAD' || this.body.byteLength === 0 ? null : this.body
    return new Response(body as BodyInit | null, { status: this.status, headers: this.headersAt(now) })
  }

  #lifetime(): number {
    return lifetimeSeconds(this.facts.status, this.#headers, this.facts.shared)
  }

  #mustRevalidate(): boolean {
    const given = directivesIn(this.header('cache-control'))
    if (given.has('must-revalidate')) return true
    return this.facts.shared && (given.has('proxy-revalidate') || given.has('s-maxage'))
  }
}

function requestDirectives(headers: Headers) {
  const directives = directivesIn(headers.get('cache-control'))
  const isOld = !headers.has('cache-control') && /\bno-cache\b/i.test(headers.get('pragma') ?? '')
  return isOld ? directivesIn('no-cache') : directives
}

function secondsWanted(directives: ReadonlyMap<string, string>, name: string, otherwise: number): number {
  const value = directives.get(name)
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : otherwise
}

function same(a: string | null | undefined, b: string | null | undefined): boolean {
  return normal(a) === normal(b)
}

/** White space around the members of a list says nothing. */
function normal(value: string | null | undefined): string | undefined {
  return value
    ?.split(',')
    .map((part) => part.trim())
    .join(', ')
}

/** A tag as the weak comparison sees it. */
export function weak(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
