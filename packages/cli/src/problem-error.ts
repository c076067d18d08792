import { CliError } from '#errors'

/** Returns the error for a failed response: the message of the API, with a remedy by its code. */
export async function problemError(
  response: Response,
  remedies: Readonly<Record<string, string>> = {},
): Promise<CliError> {
  const { error, message } = await response.json().catch(() => ({}))
  return typeof message === 'string'
    ? new CliError(asClause(message), remedies[error])
    : new CliError(`HTTP ${response.status}`)
}

function asClause(sentence: string): string {
  const lowered = sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
  return lowered.replace(/\.$/, '')
}
