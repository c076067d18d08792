import Negotiator from 'negotiator'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { Problem } from '#kernel/kit/problem'

/**
 * Maximum length of a negotiated header, in characters. Headers of browsers have 150. Parsing 15 kB of types
 * takes a millisecond, ten times as long as a request.
 */
const MAX_LENGTH = 1_000
/** Maximum number of headers whose result is cached, and their maximum length. Only a few are in use. */
const [MAX_KEPT, MAX_KEPT_LENGTH] = [100, 200]

/** Returns the preference of a client from its header; `null` is an absent header. */
type Choose<Choice> = (header: string | null) => Choice

/**
 * Returns a function that chooses the media type by `Accept`: the first of `types` if the client has no
 * preference, and `undefined` if it accepts none of them. A header of more than 1 kB counts as absent.
 */
export function createTypeChooser(
  types: readonly string[],
  { winsTies }: { readonly winsTies?: string | undefined } = {},
): Choose<string | undefined> {
  return keeping((given) => {
    const accept = winsTies && given ? withFirst(given, winsTies) : given
    return new Negotiator({ headers: { accept } }).mediaTypes([...types])[0]
  })
}

/** Moves a media type to the start of the header, where it precedes equal ones. */
function withFirst(accept: string, type: string): string {
  const [first, others] = [true, false].map((isFirst) =>
    accept.split(',').filter((range) => range.trim().startsWith(type) === isFirst),
  )
  return [...(first ?? []), ...(others ?? [])].join(',')
}

/**
 * Returns the `formatOf` of an endpoint. `types` has its formats by media type; the first type is the default,
 * whose format is `undefined`. If the client accepts no type, a strict endpoint throws `not_acceptable`. Any
 * other one serves the default, which also wins if the client likes another type equally: clients such as
 * axios accept `application/json, text/plain` everywhere.
 */
export function formatByAccept(
  types: Readonly<Record<string, string | undefined>>,
  { isStrict = false } = {},
): NonNullable<Endpoint['formatOf']> {
  const names = Object.keys(types)
  const choose = isStrict ? createTypeChooser(names) : createTypeChooser(names, { winsTies: names[0] })
  return (accept) => {
    const type = choose(accept)
    if (type === undefined && isStrict) throw new Problem('not_acceptable')
    return type === undefined ? undefined : types[type]
  }
}

/**
 * Returns a function that chooses the content coding by `Accept-Encoding`: the first of `codings`, in order
 * of preference, that the client accepts; `undefined` if it accepts or prefers none.
 */
export function createCodingChooser<Coding extends string>(
  codings: readonly Coding[],
): Choose<Coding | undefined> {
  return keeping((header) => {
    if (header === undefined) return undefined
    const headers = { 'accept-encoding': header }
    const accepted = new Negotiator({ headers }).encodings(['identity', ...codings])
    return accepted[0] === 'identity' ? undefined : codings.find((each) => accepted.includes(each))
  })
}

function keeping<Choice>(choose: (header: string | undefined) => Choice): Choose<Choice> {
  const kept = new Map<string | null, Choice>()
  return (given) => {
    const header = given === null || given.length > MAX_LENGTH ? null : given
    if (kept.has(header)) return kept.get(header) as Choice
    const choice = choose(header ?? undefined)
    if (kept.size >= MAX_KEPT) kept.clear()
    if ((header?.length ?? 0) <= MAX_KEPT_LENGTH) kept.set(header, choice)
    return choice
  }
}
