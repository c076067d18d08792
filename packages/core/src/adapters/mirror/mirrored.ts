import { type CentralClient, type ClientHeaders, clientHeaders } from '#adapters/mirror/central'
import { centralFeed } from '#adapters/mirror/central-feed'
import { CentralProblemError } from '#adapters/mirror/central-problem'
import { type Copy, longestTtlMs, storedCopy } from '#adapters/mirror/copy'
import { isPart } from '#adapters/mirror/series-day'
import { snapshotKey } from '#kernel/endpoint/cached'
import { canonicalTarget } from '#kernel/endpoint/canonical-target'
import { costClassOf } from '#kernel/endpoint/cost'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { ownRequest } from '#kernel/endpoint/read-data'
import { andThen } from '#kernel/kit/maybe-promise'
import { Problem, type ProblemName } from '#kernel/kit/problem'
import type { SnapshotKind } from '#kernel/storage/cache/snapshot'
import { pull } from '#kernel/upstreams/client/pull'
import { toFeed } from '#kernel/upstreams/feed'

type Params = Readonly<Record<string, unknown>>

/** The snapshot of one path: its key, and the options for loading and storing it. */
export interface CopyEntry {
  readonly key: string
  readonly kind: SnapshotKind<Copy>
}

interface LoadContext {
  readonly central: CentralClient
  readonly context: Context
  readonly client: ClientHeaders
}

const UPSTREAM_PROBLEMS: readonly ProblemName[] = ['upstream_invalid', 'upstream_unavailable']

/** Returns the endpoint of a mirror, with copies from the central instance instead of data from providers. */
export function mirrorEndpoint(endpoint: Endpoint, central: CentralClient): Endpoint {
  if (!endpoint.isMirrored) return endpoint
  const { selection, problems } = endpoint
  return {
    ...endpoint,
    problems: [...new Set([...problems, ...UPSTREAM_PROBLEMS])],
    upstreams: [toFeed(centralFeed(endpoint, central))],
    jobUpstreams: [],
    respond({ params, request, context }) {
      const { key, kind } = copyEntry(endpoint, selection?.wholeOf(params) ?? params, {
        central,
        context,
        client: clientHeaders(request),
      })
      const copy = context.snapshots.read(key, kind, request.waitUntil)
      return selection ? andThen(copy, (whole) => selection.select(whole, params, context)) : copy
    },
  }
}

/** Returns the snapshot of one path. Throws as the check of its parameters does. */
export function copyEntry(endpoint: Endpoint, params: Params, load: LoadContext): CopyEntry {
  endpoint.check?.(params)
  const target = canonicalTarget(endpoint, params)
  const { shownNote } = load.context.upstreams
  const noted = (copy: Copy) => {
    shownNote.copyFrom(copy.source)
    return copy
  }
  return {
    key: snapshotKey(`central:${endpoint.path}`, params),
    kind: {
      ttlMs: endpoint.ttlMs ?? 0,
      notFoundTtlMs: 0,
      isOfMany:
        costClassOf(endpoint.cost, { params, request: ownRequest(target), now: load.context.now() }) !==
        'shared',
      ...(isStored(endpoint, params) && {
        stored: storedCopy(longestTtlMs(endpoint, target), noted),
      }),
      size: ({ body }) => Math.ceil(1.5 * body.byteLength) + 1_024,
      async load(previous) {
        const loaded = await loadCopy(endpoint, target, previous?.value, load)
        noted(loaded.value)
        return loaded
      },
    },
  }
}

/**
 * Returns whether a copy is stored. Responses selected by a query have too many forms to store each of them;
 * complete parts of series are few.
 */
function isStored({ recorded, queryParameters }: Endpoint, params: Params): boolean {
  if (recorded) return params['format'] !== 'csv' && isPart(recorded, params)
  return Object.keys(queryParameters).every((name) => params[name] === undefined)
}

/** Requests a path from the central instance, on condition that it differs from the cached copy. */
async function loadCopy(
  endpoint: Endpoint,
  target: string,
  held: Copy | undefined,
  { central, context, client }: LoadContext,
) {
  const request = { target, tag: held?.tag, client }
  const feed = centralFeed(endpoint, central)
  const pulled = await pull(feed, request, context, held).catch(throwCentralProblem)
  const value = held && pulled.isOlder ? held : pulled.value
  const now = context.now()
  const isExpired = now >= value.validUntil
  // The central instance has nothing newer, so the cached copy is served as stale until it has.
  if (isExpired && held && held.pulledAt >= value.pulledAt) throw nothingNewer()
  // The central instance's clock may be ahead. By this instance's clock, no copy is valid for longer than its
  // TTL.
  const fetchedAt = Math.min(value.fetchedAt, now)
  const validUntil = Math.min(value.validUntil, now + (longestTtlMs(endpoint, target) ?? 0))
  const isVerified = held?.fetchedAt === value.fetchedAt
  return { value, fetchedAt, validUntil, isVerified, isUncacheable: isExpired || value.isTransient }
}

/** Throws the central instance's own problem in place of the problem from `pull`. */
function throwCentralProblem(error: unknown): never {
  const cause = error instanceof Problem ? error.cause : undefined
  if (!(cause instanceof CentralProblemError)) throw error
  const { problem, retryAfterSeconds, detail } = cause
  throw new Problem(problem, { retryAfterSeconds, message: detail, cause })
}

function nothingNewer(): Problem {
  return new Problem('upstream_unavailable', {
    cause: 'the central instance has nothing newer',
    retryAfterSeconds: 30 + Math.floor(Math.random() * 31),
  })
}
