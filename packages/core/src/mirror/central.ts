import type { Context } from '#context'
import { identityOf, withName } from '#mirror/loop'
import { turnsOf } from '#mirror/turns'
import { seconds } from '#time'
import { notAsked } from '#upstreams/failure'

/** What a mirror stands before. */
export interface MirrorOptions {
  /** Origin of the instance whose answers are given on, such as `https://central.example`. */
  readonly of: string
  /** The key that the mirror has there; asked for before every request, so that it can be replaced while the mirror runs. */
  readonly key: () => string | Promise<string>
  /** Whether clients need no key of the mirror's own and have no quota: for a trusted network. Default false. */
  readonly open?: boolean
}

/** What the central instance last said of the mirror's quota; instants are epoch milliseconds. */
interface Quota {
  readonly limit: number
  readonly remaining: number
  readonly resetsAt: number
}

/** The way from a mirror to its central instance: the key and the mirror's name are put on here, beneath every cache. */
export interface Central {
  /** The mirror's own name, the same in every process on its store. */
  readonly identity: () => Promise<string>
  /** A `fetch` for the central instance alone; `loop` is the `CDN-Loop` of the request that is answered. */
  readonly fetch: (loop: string | null) => typeof fetch
  /** `undefined` before it was told, and when the quota has begun anew since. */
  readonly quota: () => Quota | undefined
}

/** So that the central instance, back after a while, is not met by all that has become stale at once. */
const MOST_AT_A_TIME = 16

/** Makes the way to the central instance; nothing is asked yet. */
export function centralOf({ key }: MirrorOptions, context: Context): Central {
  const identity = identityOf(context)
  const inTurn = turnsOf(MOST_AT_A_TIME)
  let quota: Quota | undefined
  return {
    identity,
    fetch: (loop) => async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${sendable(await key())}`)
      headers.set('cdn-loop', withName(await identity(), loop))
      const response = await inTurn(() => context.fetch(input, { ...init, headers }))
      quota = quotaIn(response.headers, context.now()) ?? quota
      return response
    },
    quota: () => (quota && context.now() < quota.resetsAt ? quota : undefined),
  }
}

/** A key without what stands around it; one that no header can hold is never shown to the platform, whose error repeats it. */
function sendable(key: string): string {
  const trimmed = key.trim()
  if (/^[!-~]+$/.test(trimmed)) return trimmed
  throw notAsked('the key of this mirror is not printable ASCII without blanks: give it a valid one')
}

/** The two fields of IETF draft-ietf-httpapi-ratelimit-headers-11, as this service writes them. */
function quotaIn(headers: Headers, now: number): Quota | undefined {
  const [, limit] = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  const [, remaining] = /;r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  const [, resets] = /;t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  if (limit === undefined || remaining === undefined || resets === undefined) return undefined
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: now + seconds(Number(resets)) }
}
