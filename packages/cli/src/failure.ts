/** What a command could not do, in one plain line, and what to do about it in another. Exit code 1. */
export class Failure extends Error {
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Failure'
    this.remedy = remedy
  }
}

/** A command line or a variable that says something impossible. Exit code 2. */
export class UsageError extends Failure {}

/** An error and its causes in one line without characters that control, or turn, what is shown: `fetch failed: connect ECONNREFUSED …`. */
export function inOneLine(error: unknown): string {
  const messages: string[] = []
  for (let next = error; next !== undefined && next !== null && messages.length < 4; next = causeOf(next)) {
    const message = next instanceof Error ? next.message || codeOf(next) || next.name : String(next)
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  const line = messages
    .join(': ')
    .replaceAll('.: ', ': ')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** The code of a system or driver error, such as `ENOENT` or `SQLITE_NOTADB`; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
