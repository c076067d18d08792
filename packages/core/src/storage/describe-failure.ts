/**
 * Returns the message of an error without secrets: a server may repeat what it was sent, and one that is not
 * what it was taken for does.
 */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  const { message, code } = error as Error & { code?: string }
  return secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    message || code || 'it cannot be reached',
  )
}
