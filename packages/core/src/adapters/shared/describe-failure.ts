/**
 * Returns the message of an error without secrets, because a server may repeat what was sent to it. A server
 * of another kind is likely to do so.
 */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  const { message, code } = error as Error & { code?: string }
  return secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    message || code || 'it cannot be reached',
  )
}
