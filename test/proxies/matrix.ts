import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { isStream } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import type { Asking, Exchange, Reply } from '../support/proxies.ts'
import { examplePath, keyedEndpoints } from '../support/table.ts'

/** The keys of a matrix; `revoked` and `expired` were good once and have been used. */
export type Keys = Readonly<Record<'good' | 'sibling' | 'stranger' | 'revoked' | 'expired', string>>

/** Requests of a good key that fail, and those whose provider is down. */
const FAILING: Readonly<Record<string, number>> = {
  '/v1/objects/999999999': 404,
  '/v1/objects/0': 400,
  '/v1/launches/upcoming': 503,
  '/v1/launches/previous': 503,
  '/v1/launches/a5872822-76df-404b-93d0-9ecd7ba80a70': 503,
  '/v1/people': 503,
  '/v1/reports/2026-11': 404,
}
// The servers here offer no webhooks, whose paths are 404.
const ENDING = keyedEndpoints.filter((endpoint) => !isStream(endpoint) && !endpoint.isOfAccount)
const KEYED = [...new Set([...ENDING.map(examplePath), ...Object.keys(FAILING)])]

/** Both ways to present a key. */
const FORMS = [(key: string) => ({ authorization: `Bearer ${key}` }), (key: string) => ({ 'x-api-key': key })]

/** What a visitor may try on an answer that is stored for somebody else. */
const TRIES: readonly Asking[] = [{}, { method: 'HEAD' }, { headers: { 'if-none-match': '*' } }]

/** One shared cache, with the answers that came out of it: the server gives every answer an id of its own. */
export class Watched {
  readonly name: string
  readonly ask: Exchange
  readonly #ids = new Set<string>()

  constructor(name: string, ask: Exchange) {
    this.name = name
    this.ask = ask
  }

  /** Whether an answer was given before. */
  isRepeated({ headers }: Reply): boolean {
    const id = headers['x-service-request-id'] ?? ''
    const isKnown = id === '' || this.#ids.has(id)
    this.#ids.add(id)
    return isKnown
  }

  /** Asks for every keyed route twice in both ways, so that whatever may be kept is kept. */
  async warm(key: string): Promise<void> {
    for (const path of [...KEYED, ...KEYED]) {
      for (const form of FORMS) this.isRepeated(await this.ask(path, { headers: form(key) }))
    }
  }
}

/**
 * Tries every keyed route as everybody but the good key, and gives the answers that were made for another
 * request.
 */
export async function leaksOf(cache: Watched, keys: Keys, isDeafToPrivate = false) {
  const refused = [undefined, newSecret('sd_live_'), 'sd_live_nonsense']
  // Whoever keeps what is private keeps it past a revocation, too, and for the next request of the same key.
  if (!isDeafToPrivate) refused.push(keys.revoked, keys.expired)
  const visitors = [
    ...refused.map((key) => ({ key, isGood: false })),
    ...[keys.sibling, keys.stranger].map((key) => ({ key, isGood: true })),
  ]
  const leaks: object[] = []
  let cells = 0
  for (const { key, isGood } of visitors) {
    const forms = key === undefined ? [{}] : FORMS.map((form) => form(key))
    for (const [path, form, attempt] of product(KEYED, forms, TRIES)) {
      cells += 1
      const reply = await cache.ask(path, { ...attempt, headers: { ...form, ...attempt.headers } })
      const isDue = isGood ? isExpected(reply, path) : reply.status === 401
      const isRepeated = cache.isRepeated(reply) && !(isDeafToPrivate && isGood)
      if (!isDue || isRepeated) leaks.push({ path, form, attempt, status: reply.status, isRepeated })
    }
  }
  return { leaks, cells }
}

/** Provokes every error twice, and gives those that were kept for the second, or that keep a good key out. */
export async function errorsKept(cache: Watched, keys: Keys) {
  const key = { 'x-api-key': keys.good }
  const json = { 'content-type': 'application/json' }
  const errors: [status: number, path: string, asking?: Asking][] = [
    ...KEYED.map((path): [number, string] => [401, path]),
    ...KEYED.map((path): [number, string, Asking] => [401, path, { headers: { 'x-api-key': 'bad' } }]),
    ...Object.entries(FAILING).map(([path, status]): [number, string, Asking] => [
      status,
      path,
      { headers: key },
    ]),
    [404, '/nothing/here'],
    [404, '/v1/tle/nothing-here'],
    [405, '/v1/space-weather/kp', { method: 'POST', headers: key }],
    [405, '/v1/keys'],
    [406, '/status', { headers: { accept: 'image/png' } }],
    [415, '/v1/keys', { method: 'POST', body: '{}' }],
    [400, '/v1/keys', { method: 'POST', headers: json, body: '{}' }],
  ]
  const kept: object[] = []
  for (const [status, path, asking] of errors) {
    const replies = [await cache.ask(path, asking), await cache.ask(path, asking)]
    const isRepeated = replies.filter((reply) => cache.isRepeated(reply)).length > 0
    // A network has ten attempts an hour to be issued a key.
    const isDue = replies.every((reply) => reply.status === status || (asking?.body && reply.status === 429))
    if (isRepeated || !isDue) kept.push({ path, asking, status: replies.map((reply) => reply.status) })
  }
  for (const path of KEYED) {
    const reply = await cache.ask(path, { headers: key })
    if (!isExpected(reply, path)) kept.push({ path, status: reply.status })
  }
  return { kept, kinds: errors.length }
}

/** What a good key is answered; a cache may turn a good answer into a 304 by itself. */
function isExpected({ status }: Reply, path: string): boolean {
  return FAILING[path] === undefined ? status === 200 || status === 304 : status === FAILING[path]
}

function product<A, B, C>(as: readonly A[], bs: readonly B[], cs: readonly C[]): [A, B, C][] {
  return as.flatMap((a) => bs.flatMap((b) => cs.map((c): [A, B, C] => [a, b, c])))
}
