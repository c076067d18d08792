import Negotiator from 'negotiator'
import type { Coding, Compressor } from '#compressor'
import type { Representation } from '#declare/representation'
import type { MaybePromise } from '#maybe-promise'

/** A representation in a content coding, with the headers and the tag of its own. */
export type Encoded = Pick<Representation, 'body' | 'text' | 'etag' | 'ready' | 'readyUnchanged'>

/** The preferred one first. */
const CODINGS: readonly Coding[] = ['br', 'gzip']
/** Shorter bodies fit into one packet as they are. */
const MIN_BYTES = 1_000
/** Distinct `Accept-Encoding` headers whose result is kept; there are few in use. */
const MAX_KEPT = 100
/** A longer one is of no browser. */
const MAX_KEPT_LENGTH = 100

/** Whether a representation is sent in a content coding to clients that accept one: any long text. */
export function isEncodable({ body, type }: Representation): boolean {
  return body.byteLength >= MIN_BYTES && type !== 'application/pdf'
}

const chosen = new Map<string, Coding | undefined>()

/** Returns the coding to send; `undefined` if the client accepts none, or would rather have none. */
export function chooseCoding(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined
  if (chosen.has(acceptEncoding)) return chosen.get(acceptEncoding)
  const headers = { 'accept-encoding': acceptEncoding }
  const accepted = new Negotiator({ headers }).encodings(['identity', ...CODINGS])
  const coding = accepted[0] === 'identity' ? undefined : CODINGS.find((each) => accepted.includes(each))
  if (chosen.size >= MAX_KEPT) chosen.clear()
  if (acceptEncoding.length <= MAX_KEPT_LENGTH) chosen.set(acceptEncoding, coding)
  return coding
}

const encodedForms = new WeakMap<Representation, Map<Coding, MaybePromise<Encoded>>>()

/**
 * Returns a representation in a coding: made for the first client that accepts it, kept as long as the
 * representation. Rejects if it cannot be compressed.
 */
export function encodedForm(
  representation: Representation,
  coding: Coding,
  compress: Compressor,
): MaybePromise<Encoded> {
  const forms = encodedForms.get(representation) ?? new Map<Coding, MaybePromise<Encoded>>()
  encodedForms.set(representation, forms)
  const known = forms.get(coding)
  if (known !== undefined) return known
  const making = encode(representation, coding, compress)
  forms.set(coding, making)
  making.then(
    (form) => forms.set(coding, form),
    () => forms.delete(coding),
  )
  return making
}

async function encode(
  { body, type, etag, readyUnchanged: [, , ...headers] }: Representation,
  coding: Coding,
  compress: Compressor,
): Promise<Encoded> {
  const encoded = await compress(body, coding)
  const tag = `${etag.slice(0, -1)}-${coding}"`
  const readyUnchanged = ['etag', tag, ...headers]
  const length = String(encoded.byteLength)
  return {
    body: encoded,
    text: undefined,
    etag: tag,
    ready: ['content-type', type, 'content-length', length, 'content-encoding', coding, ...readyUnchanged],
    readyUnchanged,
  }
}
