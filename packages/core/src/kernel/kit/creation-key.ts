import { digest } from '#kernel/kit/digest'
import { days, isWithin } from '#kernel/kit/time'

/** A record whose creation may be repeated with an idempotency key. */
interface Repeatable {
  /** ISO 8601 UTC. */
  readonly createdAt: string
  /** See `creationKeyOf`; absent without a key. */
  readonly creationKey?: string
}

/** Time for which a creation may be repeated with its key, in milliseconds. */
const REPEATABLE_MS = days(1)

/** Returns the stored form of a key and of the content created with it: the digests of both. */
export function creationKeyOf(key: string, content: unknown): string {
  return `${digest(key, 'base64url')}.${digest(JSON.stringify(content), 'base64url')}`
}

/**
 * Returns the record created before with the key of `record`; `undefined` if there is none, or no key.
 *
 * @param refuse Creates the error for a key with which different content was created.
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
  // Older records have a key without the content, which is then unknown.
  if (found && ![content, undefined].includes(partsOf(found)[1])) throw refuse()
  return found
}

function partsOf({ creationKey }: Repeatable): readonly (string | undefined)[] {
  return creationKey?.split('.') ?? []
}
