import type { Context } from '#kernel/endpoint/endpoint'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import { protocolErrorResponse } from '#kernel/http/protocol-error'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { FOREVER } from '#kernel/kit/time'

/** Maximum length of a chain of mirrors, including this one. A longer chain is treated as a loop. */
const LONGEST_CHAIN = 8
/** Limits of a `CDN-Loop` that is accepted. */
const ACCEPTED = { members: LONGEST_CHAIN - 1, characters: 1_024 }
/**
 * Limits of a `CDN-Loop` that is sent. They are lower than the accepted ones, because a CDN in between may
 * add a member.
 */
const SENT = { members: ACCEPTED.members - 1, characters: ACCEPTED.characters / 2 }

/**
 * Returns a function that resolves to this mirror's name in `CDN-Loop` (RFC 8586): random, and identical for
 * all processes on one store.
 */
export function mirrorIdentity(context: Context): () => Promise<string> {
  const own = `space-data-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  let shared: Promise<string> | undefined
  const load = async () => {
    const now = context.now()
    return context.store.atomic.setIfAbsent(`mirror:${context.settings.originsId}`, own, FOREVER, now)
  }
  return () => {
    shared ??= load().catch((error) => {
      // Without the store, each process uses its own name. A loop is still detected when it returns to the
      // same process.
      context.onError(error)
      shared = undefined
      return own
    })
    return shared
  }
}

/**
 * Wraps a mirror's pipeline with loop detection (RFC 8586): rejects a request that has passed through this
 * mirror, or through too many others, before it is sent upstream and before other requests wait for its
 * result.
 */
export function withLoopDetection(
  identity: () => Promise<string>,
  dispatch: (request: RawRequest) => MaybePromise<RawResponse>,
): (request: RawRequest) => MaybePromise<RawResponse> {
  return (request) => {
    const loop = request.header('cdn-loop')
    if (loop === null) return dispatch(request)
    if (exceedsLimits(loop)) return protocolErrorResponse('chain', request.method)
    return identity().then((name) =>
      includesIdentity(loop, name) ? protocolErrorResponse('loop', request.method) : dispatch(request),
    )
  }
}

/**
 * Returns whether a `CDN-Loop` has too many members or characters, or is not ASCII, so that it cannot be
 * forwarded.
 */
function exceedsLimits(loop: string): boolean {
  return !/^[\t -~]*$/.test(loop) || isOver(ACCEPTED, loop)
}

/** Returns whether a `CDN-Loop` names this mirror. */
function includesIdentity(loop: string, identity: string): boolean {
  return membersOf(loop).some((each) => each.split(';')[0]?.trim() === identity)
}

/**
 * Returns the `CDN-Loop` to send: the received one, followed by this mirror's name. Several clients can share
 * one upstream request, so no client may cause a request that the next instance rejects. Therefore, the
 * oldest members are dropped to stay within the limits. A loop with more mirrors than the members sent is not
 * detected by name. It ends with the client timeout, because the load in progress waits for itself.
 */
export function appendIdentity(identity: string, loop: string | null): string {
  const members = [...membersOf(loop ?? ''), identity]
  while (members.length > 1 && isOver(SENT, members.join(', '))) members.shift()
  return members.join(', ')
}

function isOver({ members, characters }: typeof ACCEPTED, loop: string): boolean {
  return loop.length > characters || membersOf(loop).length > members
}

function membersOf(loop: string): string[] {
  return loop.split(',').flatMap((each) => each.trim() || [])
}
