import { digest } from '#kernel/kit/digest'

/** Origin of the data under an origins id. */
export interface OriginsFacts {
  /** Suffix of every `source` label, such as `(sample)`; empty for none. */
  readonly sourceNote: string
  /** Whether some or all providers have other origins than their own. */
  readonly hasOtherOrigins: boolean
}

/**
 * Returns a stable id of a set of origins. It is hashed because a configured origin may contain credentials.
 */
export function createOriginsId(sourceNote: string, upstreams: Readonly<Record<string, string>>): string {
  const origins = Object.entries(upstreams).map(([id, origin]) => `${id}=${origin}`)
  const name = origins.length > 0 ? digest(origins.sort().join(' '), 'hex').slice(0, 16) : ''
  return `${sourceNote} ${name}`.trim()
}

/** Returns what an origins id says about its origins. */
export function parseOriginsId(originsId: string): OriginsFacts {
  const [, sourceNote = originsId, name] = /^(|.*(?= ))(?:^| )([0-9a-f]{16})$/.exec(originsId) ?? []
  return { sourceNote, hasOtherOrigins: name !== undefined }
}
