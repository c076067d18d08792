import type { Context } from '#context'
import { FOREVER } from '#time'

/** More mirrors one behind the other than this, the one that counts among them, are taken for a ring, too. */
const LONGEST_CHAIN = 8
/** What a mirror takes of anybody: names, and characters in all. */
const TAKEN = { names: LONGEST_CHAIN - 1, characters: 1_024 }
/** What a mirror sends on: less than the next one takes, for a CDN between the two may add a name. */
const SENT = { names: TAKEN.names - 1, characters: TAKEN.characters / 2 }

/** A mirror's name in `CDN-Loop` (RFC 8586): made by chance, and shared through the store by all its processes. */
export function identityOf(context: Context): () => Promise<string> {
  const own = `space-data-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  let known: Promise<string> | undefined
  const look = async () => {
    const now = context.now()
    return context.store.counters.claim(`mirror:${context.settings.world}`, own, FOREVER, now)
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

/** Whether a request has come through too many mirrors, or its `CDN-Loop` is none that we could send on. */
export function isTooMuch(loop: string): boolean {
  return !/^[\t -~]*$/.test(loop) || isOver(TAKEN, loop)
}

/** Whether a request has been at the mirror of this name before. */
export function hasBeenHere(loop: string, identity: string): boolean {
  return membersOf(loop).some((each) => each.split(';')[0]?.trim() === identity)
}

/**
 * The `CDN-Loop` to send on: what came, with the name of this mirror behind it. All clients who wait share what comes of
 * the request, so that none of them may make it one that the next instance refuses: of what is too much the oldest
 * names are left out. A ring of no more mirrors than are sent is found by name; a longer one ends where a load that is
 * under way waits for itself, after the patience of a client.
 */
export function withName(identity: string, loop: string | null): string {
  const members = [...membersOf(loop ?? ''), identity]
  while (members.length > 1 && isOver(SENT, members.join(', '))) members.shift()
  return members.join(', ')
}

function isOver({ names, characters }: typeof TAKEN, loop: string): boolean {
  return loop.length > characters || membersOf(loop).length > names
}

function membersOf(loop: string): string[] {
  return loop.split(',').flatMap((each) => each.trim() || [])
}
