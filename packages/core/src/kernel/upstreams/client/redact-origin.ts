/**
 * Returns a copy of an error for the log, with every part of a configured origin replaced by `…`. An
 * operator's origin may carry a secret in its path or user name, and `fetch` errors quote addresses.
 */
export function redactOrigin(error: unknown, origin: string): unknown {
  const secrets = secretParts(origin)
  return redactError(error, (text) =>
    secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text),
  )
}

/** Copies name, code and redacted message of an error, and of its causes. */
function redactError(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : undefined
  const cause = error.cause === undefined ? {} : { cause: redactError(error.cause, redact) }
  const copy = new Error(redact(error.message), cause)
  copy.name = error.name
  return 'code' in error && typeof error.code === 'string' ? Object.assign(copy, { code: error.code }) : copy
}

/** Returns the origin as configured, as a URL parser writes it, and its parts, longest first. */
function secretParts(origin: string): string[] {
  const parts = [origin]
  if (URL.canParse(origin)) {
    const { href, username, password, pathname } = new URL(origin)
    parts.push(href, username, password, pathname, ...pathname.split('/'))
  }
  const trimmed = parts.map((part) => part.replace(/\/+$/, '')).filter((part) => part.length > 0)
  return trimmed.sort((a, b) => b.length - a.length)
}
