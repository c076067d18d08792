import type { Answer, Ask } from '#declare/ask'
import { holdsSecret } from '#keys/secret'
import type { RequestAnswered } from '#store/service-event'

/** What the pipeline learns of a request on its way, kept only while somebody listens. */
export interface Notes {
  route: string | null
  account: string | null
  key: string | null
  cache: string | null
  code: string | null
  /** When it came, by the clock that only goes forward. */
  readonly beganAt: number
}

/** Told of every request that has its answer. */
export type Observer = (event: RequestAnswered) => void

export function beginNotes(): Notes {
  return { route: null, account: null, key: null, cache: null, code: null, beganAt: performance.now() }
}

/** Whatever a client may choose freely is left out or bounded: neither a target nor a header, and of methods a known one. */
export function eventOf(ask: Ask, answer: Answer, notes: Notes, id: string, prefix: string): RequestAnswered {
  const { beganAt, ...known } = notes
  return {
    type: 'request',
    // A proxy's id is anything of the right shape, and so is a key.
    id: holdsSecret(id, prefix) ? '' : id,
    method: METHODS.has(ask.method) ? ask.method : 'other',
    ...known,
    status: answer.status,
    bytes: ask.method === 'HEAD' ? 0 : lengthOf(answer),
    ms: performance.now() - beganAt,
  }
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
])

/** A body in blocks always says how long it is. */
function lengthOf({ body, headers }: Answer): number {
  if (body === null) return 0
  if (body instanceof Uint8Array) return body.byteLength
  return Number(headers[headers.indexOf('content-length') + 1])
}
