import type { SpaceData } from '@space-data/core'
import { CliError } from '#errors'

/**
 * Requests a path without a key or quota and returns the envelope.
 * @param remedies remedy by error code
 * @throws CliError with the message of the API
 */
export async function requestAsOperator<Envelope>(
  path: string,
  spaceData: SpaceData,
  remedies: Readonly<Record<string, string>> = {},
): Promise<Envelope> {
  const response = await spaceData.handleAsOperator(new Request(`http://localhost${path}`))
  if (response.ok) return (await response.json()) as Envelope
  const { error, message } = (await response.json()) as { error: string; message: string }
  throw new CliError(asClause(message), remedies[error])
}

function asClause(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')
}
