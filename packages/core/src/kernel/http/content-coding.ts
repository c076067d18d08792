import { createCodingChooser } from '#kernel/endpoint/negotiate'
import { type Encoded, type Representation, withHeaders } from '#kernel/endpoint/representation'
import type { Coding, Compressor } from '#kernel/http/compressor'
import type { MaybePromise } from '#kernel/kit/maybe-promise'

/** Shorter bodies fit into one packet uncompressed. */
const MIN_BYTES = 1_000

/**
 * Returns whether a representation is sent in a content coding to clients that accept one, as any long text
 * is.
 */
export function isEncodable({ body, type }: Representation): boolean {
  return body.byteLength >= MIN_BYTES && type !== 'application/pdf'
}

/** Returns the coding to send; `undefined` if the client accepts or prefers none. */
export const chooseCoding = createCodingChooser<Coding>(['br', 'gzip'])

const encodedForms = new WeakMap<Representation, Map<Coding, MaybePromise<Encoded>>>()

/**
 * Returns a representation in a coding: created for the first client that accepts it, and kept as long as the
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
  representation: Representation,
  coding: Coding,
  compress: Compressor,
): Promise<Encoded> {
  const encoded = await compress(representation.body, coding)
  return withHeaders(encoded, `${representation.etag.slice(0, -1)}-${coding}"`, representation, coding)
}
