import { ReceiverRefusedError } from '#kernel/kit/errors'

/** The longest URL of a receiver, in characters. */
const LONGEST = 2_048

interface ReceiverOptions {
  /** Whether http, ports other than 443, and addresses instead of names are allowed. */
  readonly allowPrivate: boolean
}

/**
 * Parses the URL of a receiver of webhooks.
 * @throws ReceiverRefusedError if webhooks may not be sent to it
 */
export function parseReceiverUrl(text: string, { allowPrivate }: ReceiverOptions): URL {
  if (text.length > LONGEST)
    throw new ReceiverRefusedError('The URL of a receiver may have at most 2,048 characters.')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (allowPrivate && url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new ReceiverRefusedError('A receiver needs an http or https URL.')
  if (url === undefined || (!allowPrivate && url.protocol !== 'https:'))
    throw new ReceiverRefusedError('A receiver needs an https URL, such as https://hooks.example/space.')
  if (url.username !== '' || url.password !== '')
    throw new ReceiverRefusedError('The URL of a receiver must not contain a user name or a password.')
  if (allowPrivate) return url
  if (url.port !== '') throw new ReceiverRefusedError('A receiver must be on port 443.')
  if (isLiteral(url.hostname))
    throw new ReceiverRefusedError('A receiver must have a name instead of an IP address.')
  return url
}

/**
 * Returns whether the host of a URL is an address. The URL parser has converted every spelling of an IPv4
 * address, such as `0x7f.1`, to four decimal numbers.
 */
export function isLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}
