import type { Endpoint } from '#kernel/endpoint/endpoint'
import { type ListedFeed, listFeeds } from '#kernel/upstreams/feed'

/**
 * Lists the feeds of all endpoints once, each followed by its fallbacks: the rows of `/status` and
 * `/ref/sources`, and the feeds that the weekly check reads.
 */
export function feedsOf(endpoints: readonly Endpoint[]): readonly ListedFeed[] {
  return listFeeds(endpoints.flatMap(({ upstreams, jobUpstreams = [] }) => [...upstreams, ...jobUpstreams]))
}
