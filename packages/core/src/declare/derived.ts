import type { ServedRepresentation } from '#declare/endpoint'
import type { Representation } from '#declare/representation'

/** Other forms kept of one representation; there are few in use at once. */
const MAX_FORMS = 100

const formsOf = new WeakMap<Representation, Map<string, Representation>>()

/**
 * Returns a response in another form, with the times of the original. It is made from the body of the
 * original for the first request, and kept as long as that; `form` identifies it.
 */
export function inForm(
  reply: ServedRepresentation,
  form: string,
  make: (original: Representation, reply: ServedRepresentation) => Representation,
): ServedRepresentation {
  const { snapshot } = reply
  const forms = formsOf.get(snapshot.value) ?? new Map<string, Representation>()
  formsOf.set(snapshot.value, forms)
  let value = forms.get(form)
  if (!value) {
    value = make(snapshot.value, reply)
    if (forms.size >= MAX_FORMS) forms.clear()
    forms.set(form, value)
  }
  return { ...reply, snapshot: { ...snapshot, value } }
}
