import { directivesIn } from '#mirror/cache-directives'
import { GUESSED, type Times } from '#mirror/freshness'
import { keptHeaders, variantFields } from '#mirror/kept-headers'
import type { AnswerFacts } from '#mirror/stored-answer'

/** Statuses whose caching rules are ours, as `must-understand` wants it. */
const UNDERSTOOD = new Set([...GUESSED, 302, 303, 307])

/** An answer as it is to be kept when its body is there; `undefined` when it must not be (RFC 9111 section 3). */
export function storable(
  request: Request,
  response: Response,
  shared: boolean,
  times: Times,
): AnswerFacts | undefined {
  const { status, headers } = response
  const wanted = directivesIn(request.headers.get('cache-control'))
  const given = directivesIn(headers.get('cache-control'))
  if (request.method !== 'GET' || wanted.has('no-store') || given.has('no-store')) return undefined
  if (status === 206 || status === 304 || status < 200) return undefined
  if (given.has('must-understand') && !UNDERSTOOD.has(status)) return undefined
  if (shared && given.has('private')) return undefined
  const isForAll = ['public', 'must-revalidate', 's-maxage'].some((name) => given.has(name))
  if (shared && request.headers.has('authorization') && !isForAll) return undefined
  const names = ['public', 'max-age', ...(shared ? ['s-maxage'] : ['private'])]
  const isMeant = headers.has('expires') || names.some((name) => given.has(name)) || GUESSED.has(status)
  if (!isMeant) return undefined
  const fields = variantFields(headers)
  if (!fields) return undefined
  const variant = Object.fromEntries(fields.map((name) => [name, request.headers.get(name)]))
  return { status, headers: keptHeaders(headers), variant, shared, ...times }
}
