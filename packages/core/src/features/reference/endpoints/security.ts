import { documentEndpoint } from '#features/shared/page/document-endpoint'
import { renderBody } from '#kernel/endpoint/representation'
import { text } from '#kernel/endpoint/schemas'
import { days, hours, iso, utcDay } from '#kernel/kit/time'

/** Validity of a copy of the file: RFC 9116 recommends less than a year. */
const VALID_MS = days(180)

/** Where to report a vulnerability (RFC 9116); absent unless the operator has set `securityContact`. */
export const securityTxt = documentEndpoint({
  path: '/.well-known/security.txt',
  operationId: 'getSecurityTxt',
  summary: 'Where to report a vulnerability (RFC 9116)',
  description:
    'Contact and date of expiry. An instance whose operator has set no contact does not have this path.',
  ttlMs: hours(24),
  success: {
    description: 'The security contact',
    content: { 'text/plain': text('The file', securityText('mailto:security@space.example', 0)) },
  },
  isOffered: ({ securityContact }) => securityContact !== undefined,
  render: ({ context: { settings, now } }) =>
    renderBody(securityText(settings.securityContact ?? '', now()), 'text/plain; charset=utf-8'),
})

/** Expires at a midnight, so that the text, and with it the ETag, changes once a day. */
function securityText(contact: string, now: number): string {
  const expires = iso(Date.parse(utcDay(now)) + VALID_MS)
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`
}
