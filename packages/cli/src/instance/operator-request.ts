import type { SpaceData } from '@space-data/core'
import { problemError } from '#instance/problem-error'

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
  if (!response.ok) throw await problemError(response, remedies)
  return (await response.json()) as Envelope
}
