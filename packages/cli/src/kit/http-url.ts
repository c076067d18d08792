/** Parses an http or https URL without a user name; `undefined` if it is none. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isPlain ? url : undefined
}

/** Parses the base of an API, without a query; returns it without a slash at its end, or `undefined`. */
export function parseBaseUrl(text: string): string | undefined {
  const url = parseHttpUrl(text)
  return url && !url.search && !url.hash ? url.href.replace(/\/+$/, '') : undefined
}

/** Whether an address, which may be in brackets, is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127\./.test(host)
}
