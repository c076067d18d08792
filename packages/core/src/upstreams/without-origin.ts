/**
 * An error as a log may have it: the origin that an operator chose may carry a secret in its path or as a user name, and
 * a `fetch` may quote the address that it was given.
 */
export function withoutOrigin(error: unknown, origin: string): unknown {
  const secrets = partsOf(origin)
  return clean(error, (text) => secrets.reduce((told, secret) => told.replaceAll(secret, '…'), text))
}

/** Keeps what tells one failure from another: names, codes, and the causes beneath. */
function clean(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : undefined
  const cause = error.cause === undefined ? {} : { cause: clean(error.cause, redact) }
  const copy = new Error(redact(error.message), cause)
  copy.name = error.name
  return 'code' in error && typeof error.code === 'string' ? Object.assign(copy, { code: error.code }) : copy
}

/** The origin as it was written and as a URL parser writes it, and its parts, the longest first. */
function partsOf(origin: string): string[] {
  const parts = [origin]
  if (URL.canParse(origin)) {
    const { href, username, password, pathname } = new URL(origin)
    parts.push(href, username, password, pathname, ...pathname.split('/'))
  }
  const plain = parts.map((part) => part.replace(/\/+$/, '')).filter((part) => part.length > 0)
  return plain.sort((a, b) => b.length - a.length)
}
