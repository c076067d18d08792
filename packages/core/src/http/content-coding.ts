import { createCodingChooser } from '#endpoint/negotiate'
import { type Encoded, type Representation, withHeaders } from '#endpoint/representation'
import type { Coding, Compressor } from '#http/compressor'
import type { MaybePromise } from '#kit/maybe-promise'

/** Shorter bodies fit into one packet as they are. */
const MIN_BYTES = 1_000

/** Whether a representation is sent in a content coding to clients that accept one: any long text. */
export function isEncodable({ body, type }: Representation): boolean {
  return body.byteLength >= MIN_BYTES && type !== 'application/pdf'
}

/** Returns the coding to send; `undefined` if the client accepts none, or would rather have none. */
export const chooseCoding = createCodingChooser<Coding>(['br', 'gzip'])

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
  representation: Representation,
  coding: Coding,
  compress: Compressor,
): Promise<Encoded> {
  const encoded = await compress(representation.body, coding)
  return withHeaders(encoded, `${representation.etag.slice(0, -1)}-${coding}"`, representation, coding)
}
