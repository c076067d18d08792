export type Pairs = readonly (readonly [string, string])[]

/** Fields that belong to one connection, or to one exchange with one client (RFC 9111 section 3.1). */
const NOT_KEPT = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Fields that say what the stored body is like: a 304 must not change them (RFC 9111 section 3.2). */
const OF_THE_BODY = new Set(['content-length', 'content-encoding', 'content-md5', 'content-range', 'etag'])

/** The fields to keep with an answer. */
export function keptHeaders(headers: Headers): Pairs {
  const named = namesIn(headers.get('connection'))
  return [...headers].filter(([name]) => !NOT_KEPT.has(name) && !named.includes(name))
}

/** The kept fields with those of a 304 in place of their own. */
export function updatedHeaders(kept: Pairs, verified: Headers): Pairs {
  const news = keptHeaders(verified).filter(([name]) => !OF_THE_BODY.has(name))
  const names = new Set(news.map(([name]) => name))
  return [...kept.filter(([name]) => !names.has(name) && name !== 'age'), ...news]
}

/** Names of the request's fields that an answer varies by; `undefined` when it varies by more than fields. */
export function variantFields(headers: Headers): readonly string[] | undefined {
  const names = namesIn(headers.get('vary'))
  return names.includes('*') ? undefined : [...new Set(names)].sort()
}

function namesIn(list: string | null): string[] {
  return (list ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || [])
}
