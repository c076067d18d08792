import { appendIdentity, mirrorIdentity } from '#adapters/mirror/loop'
import { isPublicKey } from '#features/signing/verify'
import type { Context } from '#kernel/endpoint/endpoint'
import type { RawRequest } from '#kernel/endpoint/http-message'
import { InvalidOptionError, unknownName } from '#kernel/kit/errors'
import { seconds } from '#kernel/kit/time'
import { traceIdOf } from '#kernel/kit/trace-context'
import { notRequestedError } from '#kernel/upstreams/client/upstream-error'

/** Options of a mirror: its central instance, and the access to the mirror. */
export interface MirrorOptions {
  /** URL of the central instance, such as `https://central.example`. */
  readonly origin: string
  /**
   * Returns the mirror's key at the central instance. It is called before every request, so the key can be
   * replaced at run time.
   */
  readonly key: () => string | Promise<string>
  /**
   * `'key'`: clients need a key of this mirror and use its quota. `'open'`: neither keys nor quotas, for a
   * trusted network.
   * @default 'key'
   */
  readonly access?: 'key' | 'open'
  /**
   * Public keys of the central instance, as `ed25519-` and the raw key in base64. Responses that are not
   * signed with one of them are rejected, and the last good copy is served.
   * @default every response is accepted
   */
  readonly verify?: string | readonly string[]
}

/** The mirror's quota at the central instance, as last reported; `resetsAt` is in epoch milliseconds. */
interface Quota {
  readonly limit: number
  readonly remaining: number
  readonly resetsAt: number
}

/** Headers that a request to the central instance takes from the client's request. */
export interface ClientHeaders {
  /** `CDN-Loop`. */
  readonly loop: string | null
  /** W3C Trace Context; `null` if it is absent or invalid. */
  readonly traceparent: string | null
}

/** Headers of requests for which no client waits. */
export const NO_CLIENT: ClientHeaders = { loop: null, traceparent: null }

export function clientHeaders(request: Pick<RawRequest, 'header'>): ClientHeaders {
  const traceparent = request.header('traceparent')
  const isValid = traceIdOf(traceparent) !== undefined
  return { loop: request.header('cdn-loop'), traceparent: isValid ? traceparent : null }
}

/** Sends requests to the central instance, with the mirror's key and its `CDN-Loop`. */
export interface CentralClient {
  /** Resolves to the mirror's name in `CDN-Loop`. */
  readonly identity: () => Promise<string>
  readonly send: (url: string, init: RequestInit, client: ClientHeaders) => Promise<Response>
  /**
   * Returns whether the reported quota is used up except for the fifth that is reserved for clients with a
   * key.
   */
  readonly isQuotaLow: () => boolean
  /** Accepted public keys. One of them must have signed; empty if signatures are not verified. */
  readonly keys: readonly string[]
}

/** Protects a central instance that has just recovered from simultaneous requests for all expired copies. */
const MAX_CONCURRENT = 16
/** Share of the daily quota that is reserved for clients with a key. */
const RESERVE = 0.2

const MEMBERS: readonly string[] = ['origin', 'key', 'access', 'verify'] satisfies (keyof MirrorOptions)[]

/** Throws an InvalidOptionError that names the first invalid option. */
export function checkMirrorOptions(options: MirrorOptions): void {
  const unknown = Object.keys(options).find((name) => !MEMBERS.includes(name))
  if (unknown !== undefined) throw unknownName('option of mirror', unknown, MEMBERS)
  const { origin, key, access = 'key', verify = [] } = options
  const isHttp = typeof origin === 'string' && /^https?:\/\//.test(origin) && URL.canParse(origin)
  if (!isHttp)
    throw new InvalidOptionError('mirror.origin: an http or https URL, such as https://central.example')
  if (typeof key !== 'function')
    throw new InvalidOptionError("mirror.key: a function that returns the mirror's key, such as () => key")
  if (access !== 'key' && access !== 'open') throw new InvalidOptionError("mirror.access: 'key' or 'open'")
  if (![verify].flat().every((key) => typeof key === 'string' && isPublicKey(key)))
    throw new InvalidOptionError(
      'mirror.verify: public keys such as ed25519-JrQL…, with 44 characters of base64',
    )
}

/** Creates the client of a mirror's central instance without sending anything yet. */
export function createCentralClient({ key, verify = [] }: MirrorOptions, context: Context): CentralClient {
  const identity = mirrorIdentity(context)
  const limited = limitConcurrency(MAX_CONCURRENT)
  let quota: Quota | undefined
  return {
    identity,
    async send(url, init, { loop, traceparent }) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${checkedKey(await key())}`)
      headers.set('cdn-loop', appendIdentity(await identity(), loop))
      if (traceparent !== null) headers.set('traceparent', traceparent)
      const response = await limited(() => context.fetch(url, { ...init, headers }))
      quota = parseQuota(response.headers, context.now()) ?? quota
      return response
    },
    isQuotaLow: () =>
      quota !== undefined && context.now() < quota.resetsAt && quota.remaining <= quota.limit * RESERVE,
    keys: [verify].flat(),
  }
}

/** Trims a key. A key that is invalid in a header is not passed to `fetch`, whose error would quote it. */
function checkedKey(key: string): string {
  const trimmed = key.trim()
  if (/^[!-~]+$/.test(trimmed)) return trimmed
  throw notRequestedError('the key of this mirror must be printable ASCII without spaces')
}

/**
 * Parses the two headers of IETF draft-ietf-httpapi-ratelimit-headers-11 in the form that this service
 * writes.
 */
function parseQuota(headers: Headers, now: number): Quota | undefined {
  const [, limit] = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  const [, remaining] = /;r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  const [, resets] = /;t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  if (limit === undefined || remaining === undefined || resets === undefined) return undefined
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: now + seconds(Number(resets)) }
}

/** Returns a function that runs at most `limit` tasks concurrently. Other tasks wait in order of arrival. */
function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = limit
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      // The slot passes to the next waiting task without becoming free in between.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
