import { fetchFeed } from '#kernel/upstreams/client/fetch-feed'
import type { UpstreamContext } from '#kernel/upstreams/context'
import type { FeedProvider } from '#kernel/upstreams/providers'
import type { AnyUpstream } from '#kernel/upstreams/upstream'

/** A feed without the types of its parameters and values, so that feeds of all kinds fit in one list. */
export interface Feed {
  readonly id: string
  readonly provider: FeedProvider
  readonly label: string
  readonly credit?: string | undefined
  /** Update interval of the provider, in milliseconds. */
  readonly cadenceMs: number
  /** Maximum age at which its newest value is served as current, in milliseconds; absent for lists. */
  readonly maxAgeMs?: number | undefined
  /** Validity of a stored value, in milliseconds, if it differs from the TTL of the endpoints. */
  readonly validMs?: number | undefined
  readonly fallback?: Feed | undefined
  /**
   * Reads the feed, never its fallback, with its probe parameters. Returns the newest instant of its data in
   * epoch milliseconds.
   *
   * @throws UpstreamError, or a Problem that has one as its cause.
   */
  readonly probe: (context: UpstreamContext) => Promise<number | null>
}

/** A feed in a list of all feeds. */
export interface ListedFeed extends Feed {
  /** Id of the feed that endpoints name: its own id, or the id of the feed for which it is the fallback. */
  readonly primaryId: string
}

type Read<Params, Value> = (params: Params, context: UpstreamContext) => Promise<Value | undefined>

/**
 * Returns the feed of a declaration.
 *
 * @param read Reads the value for the weekly check. Needed if the provider's budget allows one request per
 *   cycle: the value must then be read through the cache. @default One request.
 */
export function toFeed<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  read: Read<Params, Value> = async (params, context) =>
    (await fetchFeed({ upstream, params, previous: undefined }, context)).value,
): Feed {
  const { id, provider, label, credit, cadenceMs, maxAgeMs, validMs, fallback } = upstream
  return {
    id,
    provider,
    label,
    credit,
    cadenceMs,
    maxAgeMs,
    validMs,
    fallback: fallback && toFeed(fallback),
    async probe(context) {
      const value = await read(upstream.probeParams, context)
      return value === undefined ? null : upstream.newestAt(value)
    },
  }
}

/** Lists every feed once, each followed by its fallbacks. */
export function listFeeds(feeds: readonly Feed[]): readonly ListedFeed[] {
  const listed = new Map<string, ListedFeed>()
  for (const primary of feeds) {
    for (let feed: Feed | undefined = primary; feed; feed = feed.fallback) {
      if (!listed.has(feed.id)) listed.set(feed.id, { ...feed, primaryId: primary.id })
    }
  }
  return [...listed.values()]
}
