import { representationKind, representationReader } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { renderBody } from '#declare/representation'
import { text } from '#declare/schemas'
import { days, hours, iso, utcDay } from '#time'

/** How long a copy of the file may be relied on: RFC 9116 recommends less than a year. */
const VALID_MS = days(180)

const path = '/.well-known/security.txt'
const ttlMs = hours(24)

/** Where to report a vulnerability (RFC 9116); absent unless the operator has set `securityContact`. */
export const securityTxt: Endpoint = {
  method: 'GET',
  path,
  operationId: 'getSecurityTxt',
  summary: 'Where to report a vulnerability (RFC 9116)',
  description:
    'Contact and date of expiry. An instance whose operator has set no contact does not have this path.',
  tag: 'Service',
  access: 'public',
  ttlMs,
  upstreams: [],
  pathParameters: {},
  queryParameters: {},
  success: {
    status: 200,
    description: 'The security contact',
    content: { 'text/plain': text('The file', securityText('mailto:security@space.example', 0)) },
  },
  problems: [],
  isOffered: ({ securityContact }) => securityContact !== undefined,
  respond: representationReader(path, ({ context: { settings, now } }) =>
    representationKind({ ttlMs, stored: false }, async () => {
      const { securityContact = '' } = settings
      const fetchedAt = now()
      return {
        value: renderBody(securityText(securityContact, fetchedAt), 'text/plain; charset=utf-8'),
        fetchedAt,
      }
    }),
  ),
}

/** Expires at a midnight, so that the text, and with it the ETag, changes once a day. */
function securityText(contact: string, now: number): string {
  const expires = iso(Date.parse(utcDay(now)) + VALID_MS)
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`
}
