/**
 * Describes in a few words why a request failed, such as `connection refused`. Runtimes differ in codes; an
 * error that matches no rule is `request failed` with its code.
 */
export function describeFailure(error: unknown): string {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = `${String(code)} ${String(message)}`
  const rule = RULES.find(([pattern]) => pattern.test(text))
  if (rule) return rule[1]
  return /^\w{1,60}$/.test(String(code)) ? `request failed (${code})` : 'request failed'
}

const RULES: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA|failed to lookup/i, 'name not found'],
  // `query` occurs in messages of the resolver, whose other codes are the same as for sockets.
  [/EAI_AGAIN|ESERVFAIL|\bquery/i, 'name servers did not respond'],
  [/ECONNREFUSED|ConnectionRefused|connection refused/i, 'connection refused'],
  [/ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|unreachable/i, 'network unreachable'],
  [/ETIMEDOUT|timed out/i, 'timed out'],
  [/CERT_HAS_EXPIRED|certificate has expired|\bExpired\b/i, 'TLS certificate not valid: it has expired'],
  [/CERT_NOT_YET_VALID|NotValidYet/i, 'TLS certificate not valid: it is not valid yet'],
  [/ALTNAME_INVALID|NotValidForName/i, 'TLS certificate not valid: it is for another name'],
  [/SELF_SIGNED|self.signed/i, 'TLS certificate not valid: it is self-signed'],
  [
    /UNABLE_TO_(GET|VERIFY)|UnknownIssuer|unable to (get|verify)/i,
    'TLS certificate not valid: its issuer is unknown or the chain is incomplete',
  ],
  [/CERT/i, 'TLS certificate not valid'],
  [/EPROTO|_SSL_|\bSSL|\bTLS|HandshakeFailure|tls/i, 'TLS handshake failed'],
  [/HPE_|parse/i, 'response is not valid HTTP'],
  [
    /ECONNRESET|EPIPE|ConnectionClosed|hang up|reset|closed/i,
    'connection closed before the response was complete',
  ],
]
