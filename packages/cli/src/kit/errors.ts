/** An expected failure with a one-line message and, optionally, a remedy. Exit code 1. */
export class CliError extends Error {
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Failure'
    this.remedy = remedy
  }
}

/** Invalid command line, variable or configuration. Exit code 2. */
export class UsageError extends CliError {}

/**
 * Describes an error and its causes in one line without control characters: `fetch failed: connect
 * ECONNREFUSED …`.
 */
export function describeError(error: unknown): string {
  const messages: string[] = []
  for (let next = error; next !== undefined && next !== null && messages.length < 4; next = causeOf(next)) {
    const message = next instanceof Error ? next.message || errorCode(next) || next.name : String(next)
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  const line = messages
    .join(': ')
    .replaceAll('.: ', ': ')
    // Ports of the list in the fetch standard, such as 1, 6000 and 6667.
    .replace('fetch failed: bad port', 'Node sends no request to this port, which the fetch standard blocks')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/**
 * Returns the code of a system or driver error, such as `ENOENT` or `SQLITE_NOTADB`; empty if there is none.
 */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
