import { type FeedProvider, providerName } from '#upstreams/providers'

/** The fields of a feed that its label is made of, and its fallbacks. */
export interface AnyFeed {
  readonly id: string
  readonly provider: FeedProvider
  readonly label: string
  readonly fallback?: AnyFeed | undefined
}

/**
 * Returns the provenance label of a feed, such as `NOAA SWPC planetary K index (1 minute)`, found by its id
 * among `feeds` and their fallbacks; that of the first one if it is not among them.
 */
export function sourceOf(id: string | undefined, feeds: readonly AnyFeed[], note: string): string {
  const all = feeds.flatMap(withFallbacks)
  const feed = all.find((each) => each.id === id) ?? all[0]
  return feed ? `${providerName(feed.provider)} ${feed.label}${note && ` ${note}`}` : ''
}

function withFallbacks(feed: AnyFeed): AnyFeed[] {
  return feed.fallback ? [feed, ...withFallbacks(feed.fallback)] : [feed]
}
