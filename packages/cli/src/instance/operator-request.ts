import type { WholeSpaceData } from '@space-data/core'
import { problemError } from '#instance/problem-error'

/** The envelope of a response of the API. */
export interface Envelope<Data> {
  readonly source: string
  readonly fetched_at: string
  readonly valid_until: string
  readonly data: Data
}

interface RequestOptions {
  readonly accept?: string
  /** Remedy by error code. */
  readonly remedies?: Readonly<Record<string, string>> | undefined
}

/**
 * Requests a path without a key or quota.
 * @throws CliError with the message of the API for a response that is not successful
 */
export async function requestAsOperator(
  path: string,
  { base, handleAsOperator }: Pick<WholeSpaceData, 'base' | 'handleAsOperator'>,
  { accept = 'application/json', remedies }: RequestOptions = {},
): Promise<Response> {
  const request = new Request(`http://localhost${base}${path}`, { headers: { accept } })
  const response = await handleAsOperator(request)
  if (!response.ok) throw await problemError(response, remedies)
  return response
}

/** Requests a path as `requestAsOperator` does, and returns the envelope. */
export async function readAsOperator<Data>(
  ...request: Parameters<typeof requestAsOperator>
): Promise<Envelope<Data>> {
  return (await requestAsOperator(...request)).json()
}
