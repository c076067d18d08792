import { CliError, UsageError } from '#kit/errors'

/** Returns the error for a failed response: the message of the API, with a remedy by its code. */
export async function problemError(
  response: Response,
  remedies: Readonly<Record<string, string>> = {},
): Promise<CliError> {
  const { error, message } = await response.json().catch(() => ({}))
  if (typeof message !== 'string') return new CliError(`HTTP ${response.status}`)
  // What the API rejects was in the command line.
  const Failure = response.status === 400 ? UsageError : CliError
  return new Failure(asClause(message), remedies[error])
}

/** Returns a sentence of core or the API in the style of messages here: no capital and no full stop. */
export function asClause(sentence: string): string {
  const lowered = sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
  return lowered.replace(/\.$/, '')
}
