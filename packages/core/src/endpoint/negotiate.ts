import Negotiator from 'negotiator'
import type { EndpointCall } from '#endpoint/endpoint'
import { Problem } from '#kit/problem'

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
export function createTypeChooser(types: readonly string[]): Choose<string | undefined> {
  return keeping((accept) => new Negotiator({ headers: { accept } }).mediaTypes([...types])[0])
}

/**
 * Returns a function that chooses the format of a response from formats with their media types. The parameter
 * `format` takes precedence over `Accept`. It throws `not_acceptable` if the client accepts none of them.
 */
export function createFormatChooser<Format extends string>(types: Readonly<Record<Format, string>>) {
  const formats = Object.keys(types) as Format[]
  const chooseType = createTypeChooser(Object.values(types))
  return ({ params, request }: Pick<EndpointCall, 'params' | 'request'>): Format => {
    const given = params['format'] as Format | undefined
    if (given) return given
    const type = chooseType(request.header('accept'))
    const chosen = formats.find((format) => types[format] === type)
    if (!chosen) throw new Problem('not_acceptable')
    return chosen
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
