import { digest } from '#kit/digest'
import { days, isWithin } from '#kit/time'

/** A record whose creation may be repeated with a key. */
interface Repeatable {
  /** ISO 8601 UTC. */
  readonly createdAt: string
  /** See `creationKeyOf`; absent without a key. */
  readonly creationKey?: string
}

/** How long a creation may be repeated with its key, in milliseconds. */
const REPEATABLE_MS = days(1)

/** Returns what is stored of a key, and of what was created with it: the digests of both. */
export function creationKeyOf(key: string, content: unknown): string {
  return `${digest(key, 'base64url')}.${digest(JSON.stringify(content), 'base64url')}`
}

/**
 * Returns the record that the key of `record` has created before; `undefined` if there is none, or no key.
 *
 * @param refuse Makes the error for a key with which something else was created.
 */
export function findRepeated<R extends Repeatable>(
  record: R,
  earlier: readonly R[],
  now: number,
  refuse: () => Error,
): R | undefined {
  const [key, content] = partsOf(record)
  const found = earlier.find((each) => {
    const createdAt = Date.parse(each.createdAt)
    const isSameKey = key !== undefined && partsOf(each)[0] === key
    return isSameKey && isWithin(createdAt, createdAt + REPEATABLE_MS, now)
  })
  // Of keys from before the content was stored, nothing is known of it.
  if (found && ![content, undefined].includes(partsOf(found)[1])) throw refuse()
  return found
}

function partsOf({ creationKey }: Repeatable): readonly (string | undefined)[] {
  return creationKey?.split('.') ?? []
}
