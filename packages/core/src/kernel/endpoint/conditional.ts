import type { RawRequest } from '#kernel/endpoint/http-message'

/** Suffixes that a compressing proxy appends to a tag, such as Apache's mod_deflate and mod_brotli. */
const PROXY_SUFFIXES = ['', '-gzip', '-br']

/**
 * Compares an `If-None-Match` list with a strong entity tag, weakly (RFC 9110 section 13.1.2). A tag to which
 * a proxy has appended its content coding matches, too, as the proxy forwards it unchanged.
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag) return true
  const stem = etag.slice(0, -1)
  // Avoids splitting a list with thousands of tags unnecessarily.
  if (!ifNoneMatch.includes(stem) && !ifNoneMatch.includes('*')) return false
  const accepted = PROXY_SUFFIXES.map((suffix) => `${stem}${suffix}"`)
  return ifNoneMatch
    .split(',')
    .some((tag) => isWildcard(tag) || accepted.includes(tag.trim().replace(/^W\//, '')))
}

/**
 * Returns whether the copy of a client is current: by `If-None-Match` or, without one, by
 * `If-Modified-Since`, if the response has a `Last-Modified` header (RFC 9110 section 13.2.2).
 */
export function isCurrent(request: RawRequest, etag: string, headers: readonly string[]): boolean {
  const ifNoneMatch = request.header('if-none-match')
  if (ifNoneMatch !== null) return matchesEtag(ifNoneMatch, etag)
  const at = headers.indexOf('last-modified')
  if (at < 0) return false
  return Date.parse(request.header('if-modified-since') ?? '') >= Date.parse(headers[at + 1] as string)
}

/** Returns whether an `If-None-Match` list has `*`, which a client without a copy of its own sends. */
export function hasWildcard(ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.includes('*') === true && ifNoneMatch.split(',').some(isWildcard)
}

const isWildcard = (tag: string) => tag.trim() === '*'
