import type { Context } from '#context'
import { days } from '#time'

/** More mirrors one behind the other than this are taken for a ring, too. */
const LONGEST_CHAIN = 8
const FOREVER_MS = days(36_500)

/** A mirror's name in `CDN-Loop` (RFC 8586): made by chance, and shared through the store by all its processes. */
export function identityOf(context: Context): () => Promise<string> {
  const own = `space-data-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  let known: Promise<string> | undefined
  const look = async () => {
    const now = context.now()
    return context.store.counters.claim(`mirror:${context.settings.world}`, own, now + FOREVER_MS, now)
  }
  return () => {
    known ??= look().catch((error) => {
      // Until the store is back this process has a name of its own, which finds a ring just as well if it is the only one.
      context.onError(error)
      known = undefined
      return own
    })
    return known
  }
}

/** Whether a request has been at the mirror of this name before, or has come through too many of them. */
export function hasBeenHere(loop: string, identity: string): boolean {
  const names = loop.split(',').map((each) => each.split(';')[0]?.trim())
  return names.includes(identity) || names.length > LONGEST_CHAIN
}
