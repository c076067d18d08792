import { type StoredAnswer, weak } from '#mirror/stored-answer'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export function isUnsafe(method: string): boolean {
  return !SAFE.has(method)
}

/** Requests that only the origin can answer: for a part of a body, or on a condition about what the origin has now. */
export function isForOrigin(headers: Headers): boolean {
  return ['range', 'if-range', 'if-match', 'if-unmodified-since'].some((name) => headers.has(name))
}

/** Whether the client holds a copy of its own. */
export function isConditional(headers: Headers): boolean {
  return headers.has('if-none-match') || headers.has('if-modified-since')
}

/** 304 if the client has what is held: by tag, or by date where it names no tag (RFC 9110 section 13.2.2). */
export function notModified(headers: Headers, held: StoredAnswer, now: number): Response | undefined {
  const tags = headers.get('if-none-match')
  const since = headers.get('if-modified-since')
  const { status } = held
  const etag = held.header('etag')
  const modified = held.header('last-modified') ?? held.header('date')
  if (status !== 200) return undefined
  const isSame =
    tags !== null
      ? tags.trim() === '*' || (etag !== null && tagsIn(tags).includes(weak(etag)))
      : since !== null && modified !== null && Date.parse(since) >= Date.parse(modified)
  return isSame ? new Response(null, { status: 304, headers: held.headersAt(now) }) : undefined
}

/** The places whose answers an unsafe request makes void: its own, and those of this origin that its answer names. */
export function invalidated(request: Request, response: Response): string[] {
  if (response.status >= 400) return []
  const named = ['location', 'content-location'].flatMap((name) => {
    const value = response.headers.get(name)
    return value !== null && URL.canParse(value, request.url) ? [new URL(value, request.url)] : []
  })
  const { origin } = new URL(request.url)
  return [request.url, ...named.filter((url) => url.origin === origin).map((url) => url.href)]
}

function tagsIn(list: string): string[] {
  return [...list.matchAll(/(?:W\/)?"[^"]*"/g)].map(([tag]) => weak(tag))
}
