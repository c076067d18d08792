import { type Cost, costClassOf } from '#endpoint/cost'
import type { EndpointCall } from '#endpoint/endpoint'
import { type Representation, renderBody } from '#endpoint/representation'
import type { Sign } from '#endpoint/signing/signed'
import type { MaybePromise } from '#kit/maybe-promise'
import { memoizeRepeated } from '#kit/memoize'
import type { CacheResult, SnapshotKind } from '#storage/cache/snapshot'

type Cached = CacheResult<Representation>

/** How a representation is loaded and cached. */
export interface Caching
  extends Pick<SnapshotKind<Representation>, 'ttlMs' | 'load' | 'stored' | 'notFoundTtlMs'> {
  /** Signs what is loaded, and what comes from the store. */
  readonly sign?: Sign | undefined
  /** What the endpoint declares. @default 'shared' */
  readonly cost?: Cost | undefined
}

/**
 * Returns a fresh snapshot in memory at once. Any other is loaded as `cachingOf` says: its cost decides where it is
 * cached, and how it is limited for a client.
 *
 * @throws `rate_limited`
 */
export function readCached(call: EndpointCall, key: string, cachingOf: () => Caching): MaybePromise<Cached> {
  const { context, request, now } = call
  const cached = context.snapshots.getCached<Representation>(key, now)
  if (cached) return cached
  const { cost, ...caching } = cachingOf()
  const kind = toKind(caching, costClassOf(cost, call) !== 'shared')
  return withinCost(cost, call, () => context.snapshots.read(key, kind, request.waitUntil))
}

/**
 * Makes a response within the limits of its cost, which hold for clients only.
 *
 * @throws `rate_limited`
 */
export function withinCost<T>(
  cost: Cost | undefined,
  call: EndpointCall,
  make: () => MaybePromise<T>,
): MaybePromise<T> {
  const costClass = costClassOf(cost, call)
  if (typeof costClass !== 'number' || !call.isOfClient) return make()
  return call.context.accounts.computations.run(call, costClass, make)
}

/** Creates the `respond` of a path that has one representation for its checked parameters. */
export function cachedReader(path: string, cachingOf: (call: EndpointCall) => Caching) {
  const keyOf = memoizeRepeated((params: EndpointCall['params']) => snapshotKey(path, params))
  return (call: EndpointCall) => readCached(call, keyOf(call.params), () => cachingOf(call))
}

/** Returns the cache key of a representation: the route and its checked parameters, never the raw URL. */
export function snapshotKey(path: string, params: Readonly<Record<string, unknown>>): string {
  let entries = ''
  for (const name in params) {
    const value = params[name]
    if (value === undefined) continue
    const json = typeof value === 'number' ? value : JSON.stringify(value)
    entries += `${entries && ','}"${name}":${json}`
  }
  return `["${path}",{${entries}}]`
}

/** How a body is stored; its tag is computed, and it is signed, again on reading. */
export const storedBody: NonNullable<Caching['stored']> = {
  encode: ({ body, type, headers }) => ({ text: new TextDecoder().decode(body), type, headers }),
  decode(stored) {
    const { text, type, headers } = stored as { text: string; type: string; headers: string[] }
    return renderBody(text, type, headers)
  },
}

function toKind(caching: Omit<Caching, 'cost'>, isOfMany: boolean): SnapshotKind<Representation> {
  const { sign, load, stored, ...times } = caching
  if (!sign) return { ...times, isOfMany, size: sizeOf, load, ...(stored && { stored }) }
  const { encode, decode } = stored ?? storedBody
  return {
    ...times,
    isOfMany,
    size: sizeOf,
    async load(previous) {
      const loaded = await load(previous)
      const { value, fetchedAt, pulledAt = fetchedAt, validUntil } = loaded
      return { ...loaded, value: await sign(value, pulledAt, validUntil) }
    },
    ...(stored && {
      stored: {
        encode,
        async decode(record, fetchedAt) {
          const decoded = await decode(record, fetchedAt)
          return decoded && sign(decoded, fetchedAt)
        },
      },
    }),
  }
}

/**
 * Compressed forms that are made later take at most half as much again; data, where they are kept beside the
 * body, about as much.
 */
function sizeOf({ body, served }: Representation): number {
  return Math.ceil((served ? 2.5 : 1.5) * body.byteLength)
}
