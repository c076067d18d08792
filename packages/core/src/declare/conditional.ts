/** Compares an `If-None-Match` list with a strong entity tag, weakly (RFC 9110 section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag) return true
  // A list of thousands is not split in vain.
  if (!ifNoneMatch.includes(etag) && !ifNoneMatch.includes('*')) return false
  return ifNoneMatch.split(',').some((tag) => isWildcard(tag) || tag.trim().replace(/^W\//, '') === etag)
}

/** Whether an `If-None-Match` list has `*`, which a client sends that holds no copy of its own. */
export function hasWildcard(ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.includes('*') === true && ifNoneMatch.split(',').some(isWildcard)
}

const isWildcard = (tag: string) => tag.trim() === '*'
