import type { Context } from '#context'
import { snapshotKey } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import type { Central } from '#mirror/central'
import { CentralSays, centralFeed, isMirrored } from '#mirror/central-feed'
import { type Copy, copyOf, heldOf, storedCopy } from '#mirror/copy'
import { httpCache } from '#mirror/http-cache'
import type { StoredAnswer } from '#mirror/stored-answer'
import { Problem } from '#problem'
import type { SnapshotKind } from '#store/snapshots'
import { pull } from '#upstreams/pull'
import { tleGroupNamed } from '#upstreams/tle-groups'

type Params = Readonly<Record<string, unknown>>

/** One copy that a mirror holds: where it is kept, and how it is fetched. */
export interface CopyOfPath {
  readonly key: string
  readonly kind: SnapshotKind<Copy>
}

/** An endpoint as a mirror has it: where the original asks its providers, the mirror asks the same path of the central instance. */
export function mirrored(endpoint: Endpoint, central: Central): Endpoint {
  if (!isMirrored(endpoint)) return endpoint
  return {
    ...endpoint,
    upstreams: [centralFeed(endpoint).id],
    answer({ params, ask, context }) {
      const { key, kind } = copyOfPath(endpoint, params, { central, context, loop: ask.header('cdn-loop') })
      return context.snapshots.read(key, kind, ask.defer)
    },
  }
}

interface Surroundings {
  readonly central: Central
  readonly context: Context
  /** The `CDN-Loop` of the request that is answered. */
  readonly loop: string | null
}

/** The copy of one path: kept by the snapshots, which the HTTP cache tells what may be kept and how to ask about it. */
export function copyOfPath(
  endpoint: Endpoint,
  params: Params,
  { central, context, loop }: Surroundings,
): CopyOfPath {
  assertKnown(params)
  const target = targetOf(endpoint.path, params)
  const feed = centralFeed(endpoint)
  return {
    key: snapshotKey(`central:${endpoint.path}`, params),
    kind: {
      ttlMs: endpoint.ttlMs ?? 0,
      unknownMs: 0,
      stored: storedCopy(endpoint.ttlMs),
      size: ({ body }) => body.byteLength + 1_024,
      async load(previous) {
        const held = heldOf(previous?.value)
        let kept: readonly StoredAnswer[] = []
        let headers = new Headers()
        const cached = httpCache({
          fetch: central.fetch(loop),
          now: context.now,
          // One user, the mirror: what it gives on to others it gives under its own keys, on its own authority.
          shared: false,
          storage: {
            get: () => held,
            set: (_, answers) => {
              kept = answers
            },
          },
        })
        const asking = {
          ...feed,
          async send(url: string, init: RequestInit) {
            const request = new Request(url, init)
            // The snapshots ask when they want to hear of the origin, be the copy fresh or not.
            request.headers.set('cache-control', 'no-cache')
            const response = await cached(request)
            headers = response.headers
            return response
          },
          parse: (body: string, at: number): Copy => ({
            ...copyOf(endpoint, body, headers, at),
            facts: kept[0]?.facts,
          }),
        }
        const { value } = await pull(asking, target, context, previous?.value).catch(asCentralSays)
        const now = context.now()
        const isOver = now >= value.validUntil
        // The central instance has nothing newer: ours is the last good one, until it has.
        if (isOver && previous && previous.value.fetchedAt >= value.fetchedAt) throw nothingNewer()
        // Its clock may be ahead of ours: here nothing lasts for longer than its TTL by our own.
        const fetchedAt = Math.min(value.fetchedAt, now)
        const validUntil = Math.min(value.validUntil, now + (endpoint.ttlMs ?? 0))
        const isVerified = previous?.value.fetchedAt === value.fetchedAt
        return { value, fetchedAt, validUntil, isVerified, isPassing: isOver || !value.facts }
      },
    },
  }
}

/** What nobody has is not asked for. */
function assertKnown({ group }: Params): void {
  if (typeof group === 'string' && tleGroupNamed(group) === undefined) throw new Problem('group_not_found')
}

function targetOf(path: string, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function asCentralSays(error: unknown): never {
  const said = error instanceof Problem ? error.cause : undefined
  if (!(said instanceof CentralSays)) throw error
  const { problemCode, retryAfterSeconds, words } = said
  throw new Problem(problemCode, { retryAfterSeconds, message: words, cause: said })
}

function nothingNewer(): Problem {
  const retryAfterSeconds = 30 + Math.floor(Math.random() * 31)
  return new Problem('upstream_unavailable', {
    cause: 'the central instance has nothing newer',
    retryAfterSeconds,
  })
}
