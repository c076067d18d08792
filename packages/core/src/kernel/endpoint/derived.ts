import type { ServedRepresentation } from '#kernel/endpoint/endpoint'
import type { Representation } from '#kernel/endpoint/representation'
import type { Sign } from '#kernel/endpoint/signing/signed'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'

/** Maximum number of other forms kept per representation. Only a few are in use at once. */
const MAX_FORMS = 100

type Forms = Map<string, MaybePromise<Representation>>

const formsOf = new WeakMap<Representation, Forms>()

/** Conversion of a response to another form. */
interface Making {
  /** Identifies the form. */
  readonly form: string
  readonly make: (original: Representation, reply: ServedRepresentation) => MaybePromise<Representation>
  readonly sign: Sign | undefined
}

/**
 * Returns a response in another form, with the times of the original. It is created from the body of the
 * original and signed for the first request, and kept as long as the original.
 */
export function inForm(
  reply: ServedRepresentation,
  { form, make, sign }: Making,
): MaybePromise<ServedRepresentation> {
  const { snapshot } = reply
  const forms: Forms = formsOf.get(snapshot.value) ?? new Map()
  formsOf.set(snapshot.value, forms)
  let value = forms.get(form)
  if (!value) {
    const made = make(snapshot.value, reply)
    const { fetchedAt, pulledAt = fetchedAt, validUntil } = snapshot
    value = andThen(made, (form): MaybePromise<Representation> => sign?.(form, pulledAt, validUntil) ?? form)
    if (forms.size >= MAX_FORMS) forms.clear()
    forms.set(form, value)
    if (value instanceof Promise) {
      value.then(
        (done) => forms.set(form, done),
        () => forms.delete(form),
      )
    }
  }
  return andThen(value, (value) => ({ ...reply, snapshot: { ...snapshot, value } }))
}
