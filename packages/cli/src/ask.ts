import type { SpaceData } from '@space-data/core'
import { Failure } from '#failure'

/** What the interface answers to the operator, or its complaint with what to do about it. */
export async function ask<Envelope>(
  path: string,
  spaceData: SpaceData,
  remedies: Readonly<Record<string, string>> = {},
): Promise<Envelope> {
  const response = await spaceData.handleAsOperator(new Request(`http://localhost${path}`))
  if (response.ok) return (await response.json()) as Envelope
  const { error, message } = (await response.json()) as { error: string; message: string }
  throw new Failure(withoutEnd(message), remedies[error])
}

function withoutEnd(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')
}
