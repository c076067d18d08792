import type { Context, Endpoint, EndpointCall, Reply, ServedRepresentation } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import { type Representation, renderBody, renderPieces } from '#kernel/endpoint/representation'
import type { Sign } from '#kernel/endpoint/signing/signed'
import { freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'

/** Maximum number of other forms kept per representation. Only a few are in use at once. */
const MAX_FORMS = 100

type Forms = Map<string, MaybePromise<Representation>>

const formsOf = new WeakMap<Representation, Forms>()

/**
 * Responds as another endpoint does, with other parameters or in another form. Only this function, `read` and the
 * pipeline call an endpoint.
 */
export function derive<In extends Context>(
  endpoint: Endpoint<In>,
  call: EndpointCall<In>,
  params: EndpointCall['params'] = call.params,
  change?: (reply: ServedRepresentation) => MaybePromise<ServedRepresentation>,
): MaybePromise<Reply> {
  const reply = endpoint.respond(params === call.params ? call : { ...call, params })
  return change ? andThen(reply, (found) => ('snapshot' in found ? change(found) : found)) : reply
}

/** Makes another form of a response. */
type Make = (original: Representation, reply: ServedRepresentation) => MaybePromise<Representation>

/** Conversion of a response to another form. */
interface Making {
  /** Identifies the form. */
  readonly form: string
  readonly make: Make
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

/**
 * Makes text from the payload of an enveloped response. Its provenance and validity are in headers. A long text has
 * several pieces, so that other requests are served between them.
 */
export function asText<Data>(
  type: string,
  write: (
    data: Data,
    served: { readonly fetchedAt: number; readonly source: string },
  ) => MaybePromise<string | Iterable<string>>,
): Make {
  return (original, { snapshot: { fetchedAt, validUntil } }) => {
    const { data, source } = servedIn<Data>(original)
    const headers = freshnessHeaders({ source, fetchedAt, validUntil })
    const fullType = `${type}; charset=utf-8`
    return andThen(
      write(data, { fetchedAt, source }),
      (text): MaybePromise<Representation> =>
        typeof text === 'string'
          ? renderBody(text, fullType, headers)
          : renderPieces(text, fullType, headers),
    )
  }
}
