import { type Cost, costClassOf } from '#kernel/endpoint/cost'
import type { Context, EndpointCall } from '#kernel/endpoint/endpoint'
import { type Representation, renderBody } from '#kernel/endpoint/representation'
import type { Sign } from '#kernel/endpoint/signing/signed'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { memoizeRepeated } from '#kernel/kit/memoize'
import type { CacheResult, SnapshotKind } from '#kernel/storage/cache/snapshot'

type Cached = CacheResult<Representation>

/** Options for loading and caching a representation. */
export interface Caching
  extends Pick<SnapshotKind<Representation>, 'ttlMs' | 'load' | 'stored' | 'notFoundTtlMs'> {
  /** Signs loaded representations, and those read from the store. */
  readonly sign?: Sign | undefined
  /** Cost declared by the endpoint. @default 'shared' */
  readonly cost?: Cost | undefined
}

/**
 * Returns a fresh snapshot in memory immediately. Otherwise, loads it with the options of `cachingOf`. The
 * cost determines where it is cached, and how requests of clients are limited.
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
 * Creates a response within the limits of its cost. The limits apply only to clients.
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
export function cachedReader<In extends Context>(
  path: string,
  cachingOf: (call: EndpointCall<In>) => Caching,
) {
  const keyOf = memoizeRepeated((params: EndpointCall['params']) => snapshotKey(path, params))
  return (call: EndpointCall<In>) => readCached(call, keyOf(call.params), () => cachingOf(call))
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

/** Conversion of a body for the store. On reading, its tag is computed and it is signed again. */
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
 * Returns the size of a representation in memory. Compressed forms that are created later take at most half
 * of the body's size; data kept beside the body take about the size of the body.
 */
function sizeOf({ body, served }: Representation): number {
  return Math.ceil((served ? 2.5 : 1.5) * body.byteLength)
}
