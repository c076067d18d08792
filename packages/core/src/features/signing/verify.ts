import {
  LABELS,
  type Label,
  responseBase,
  type SignatureTerms,
  type SignedContent,
  signatureParams,
  unencodedDigest,
} from '#features/signing/fields'
import { SpaceDataError } from '#kernel/kit/errors'
import { iso, minutes } from '#kernel/kit/time'

/** Reason why a response fails verification. */
export class SignatureError extends SpaceDataError {
  override readonly name = 'SignatureError'
  readonly code = 'signature_invalid'
}

/** A received response, with its content coding removed. */
export interface ReceivedResponse {
  readonly status: number
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | null
  readonly body: Uint8Array
}

/** Expectations for a response. */
export interface Expected {
  /** Accepted public keys, as `ed25519-` and the raw key in base64. One of them must have signed. */
  readonly keys: string | readonly string[]
  /**
   * Requested path and query, such as `/v1/objects/25544`. A base path of a mirror in front of them does not
   * matter.
   */
  readonly path: string
  /** Epoch milliseconds. @default the system clock */
  readonly now?: number
  /**
   * Time after its expiry for which a response is still accepted, in milliseconds. Services that cannot reach
   * a provider may serve the last response for longer.
   * @default 0
   */
  readonly maxStaleMs?: number
}

/** Facts confirmed by the signatures of a response; instants are epoch milliseconds. */
export interface VerifiedResponse {
  /** The key that signed, as `ed25519-` and the raw key in base64. */
  readonly key: string
  /** The path and query of the response. */
  readonly path: string
  /** `fetched_at`, without the milliseconds. */
  readonly createdAt: number
  /** `valid_until`, without the milliseconds. */
  readonly expiresAt: number
}

/** Maximum difference between the clocks of the two sides. */
const MAX_CLOCK_SKEW_MS = minutes(5)
/** Maximum number of bytes read from a body. No signed response is nearly as large. */
const MAX_BODY_BYTES = 64e6
const PREFIX = 'ed25519-'

/** Returns whether a text is a public key, as `ed25519-` and the raw key in base64. */
export function isPublicKey(text: string): boolean {
  return /^ed25519-[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text)
}

/**
 * Verifies a response of `fetch`: both signatures, their times and the path, and then its decoded body, of
 * which at most 64 MB are read.
 *
 * @returns The body, and the facts confirmed by the signatures.
 * @throws SignatureError with the reason of the failure
 * @example
 * import { verifyResponse } from '@space-data/core/verify'
 *
 * const response = await fetch('https://mirror.example/v1/tle/stations')
 * const { body } = await verifyResponse(response, {
 *   keys: 'ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=',
 *   path: '/v1/tle/stations',
 * })
 */
export async function verifyResponse(
  response: Response,
  expected: Expected,
): Promise<VerifiedResponse & { readonly body: Uint8Array }> {
  const { status, headers } = response
  try {
    const { digest, verified } = await verifyFields({ status, header: (name) => headers.get(name) }, expected)
    const body = await readBody(response, MAX_BODY_BYTES)
    if (!body) throw new SignatureError(`the body is larger than ${MAX_BODY_BYTES / 1e6} MB`)
    assertSigned(body, digest)
    return { ...verified, body }
  } catch (error) {
    if (!response.bodyUsed) response.body?.cancel().catch(() => {})
    throw error
  }
}

/**
 * Verifies a response: its digest, both signatures, their times and the path.
 *
 * @throws SignatureError with the reason of the failure
 */
export async function verifyReceived(
  response: ReceivedResponse,
  expected: Expected,
): Promise<VerifiedResponse> {
  const { digest, verified } = await verifyFields(response, expected)
  assertSigned(response.body, digest)
  return verified
}

/** Verifies the fields of a response. The body must match the digest. */
async function verifyFields(
  { status, header }: Omit<ReceivedResponse, 'body'>,
  { keys, path, now = Date.now(), maxStaleMs = 0 }: Expected,
): Promise<{ readonly digest: string; readonly verified: VerifiedResponse }> {
  const required = (name: string) => {
    const value = header(name)
    if (value === null) throw new SignatureError(`it is not signed: the header ${name} is missing`)
    return value
  }
  if (status !== 200) throw new SignatureError(`HTTP ${status} is not signed`)
  const content: SignedContent = {
    digest: required('unencoded-digest'),
    type: required('content-type'),
    location: required('content-location'),
  }
  const terms = readTerms(required('signature-input'))
  const key = PREFIX + terms.keyid
  if (![keys].flat().includes(key)) throw new SignatureError(`it is signed with another key, ${key}`)
  for (const label of LABELS) await verifySignature(label, content, terms, required('signature'))
  if (!isFor(content.location, path)) {
    throw new SignatureError(`it is for ${content.location}, which was not requested`)
  }
  const [createdAt, expiresAt] = [terms.created * 1_000, terms.expires * 1_000]
  if (createdAt > now + MAX_CLOCK_SKEW_MS) {
    throw new SignatureError(`it is dated in the future, ${iso(createdAt)}`)
  }
  if (expiresAt + maxStaleMs <= now) throw new SignatureError(`it expired at ${iso(expiresAt)}`)
  return { digest: content.digest, verified: { key, path: content.location, createdAt, expiresAt } }
}

function assertSigned(body: Uint8Array, digest: string): void {
  if (digest !== unencodedDigest(body)) throw new SignatureError('the body does not match the signed digest')
}

/** Reads the terms of the signatures, which must be exactly what this service signs. */
function readTerms(input: string): SignatureTerms {
  const [, created, expires, keyid] =
    /(?:^|, ?)answer=\([^()]*\);created=(\d{1,12});expires=(\d{1,12});keyid="([^"]{44})";tag="space-data"(?=,|$)/.exec(
      input,
    ) ?? []
  if (created === undefined || expires === undefined || keyid === undefined) {
    throw new SignatureError('Signature-Input has no signature of this service')
  }
  const terms = { created: Number(created), expires: Number(expires), keyid }
  const members = input.split(/, ?(?=[a-z])/)
  const isComplete = LABELS.every((label) => members.includes(`${label}=${signatureParams(label, terms)}`))
  if (isComplete) return terms
  throw new SignatureError('Signature-Input does not cover the fields that this service signs')
}

async function verifySignature(
  label: Label,
  content: SignedContent,
  terms: SignatureTerms,
  signatures: string,
): Promise<void> {
  const member = signatures.split(/, ?/).find((each) => each.startsWith(`${label}=`)) ?? ''
  const [, text = ''] = /^[a-z]+=:([A-Za-z0-9+/]{85}[AQgw]==):$/.exec(member) ?? []
  const base = responseBase(label, content, signatureParams(label, terms))
  const { subtle } = crypto
  const key = await subtle.importKey('raw', fromBase64(terms.keyid), 'Ed25519', false, ['verify'])
  const holds =
    text !== '' && (await subtle.verify('Ed25519', key, fromBase64(text), new TextEncoder().encode(base)))
  if (!holds) throw new SignatureError(`the signature "${label}" is invalid`)
}

/**
 * Returns whether a location is the path and query of a request, ignoring the base path of a mirror, and a
 * `format` that `Accept` selected.
 */
function isFor(location: string, target: string): boolean {
  const [path = '', query = ''] = location.split('?')
  const [requestedPath = '', requestedQuery = ''] = target.split('?')
  const [given, requested] = [new URLSearchParams(query), new URLSearchParams(requestedQuery)]
  if (!requested.has('format')) given.delete('format')
  for (const pairs of [given, requested]) pairs.sort()
  return path.startsWith('/') && requestedPath.endsWith(path) && String(given) === String(requested)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Reads a decoded body. If it is longer than `maxBytes`, stops reading and returns `undefined`. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    length += value.byteLength
    if (length > maxBytes) {
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}
