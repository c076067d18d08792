import * as v from 'valibot'
import { feedsOf } from '#kernel/endpoint/endpoint-feeds'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { count, named, text } from '#kernel/endpoint/schemas'
import type { ListedFeed } from '#kernel/upstreams/feed'
import { type FeedProvider, providers, type Terms } from '#kernel/upstreams/providers'

const ageLimit = v.strictObject({
  feed: text('Id of the feed', 'swpc-kp-1m'),
  max_age_seconds: count('Maximum age of a value, seconds', 21_600),
})

/** Serves the data providers with their licences, attributions and feeds. */
export const referenceSources = referenceTable({
  path: '/ref/sources',
  operationId: 'listSources',
  summary: 'Data providers, their licences and attributions',
  name: 'sources',
  rowName: 'Source',
  row: {
    provider: text('Name of the provider', 'NOAA SWPC'),
    licence: text('Terms of use', providers.swpc.licence),
    attribution: text('How to credit the provider', providers.swpc.attribution),
    cadence: text('How often the provider updates its data', providers.swpc.cadence),
    feeds: v.pipe(
      v.array(v.string()),
      v.description('Ids of the feeds of the provider'),
      v.examples([['swpc-kp-1m']]),
    ),
    limits: v.pipe(
      v.array(named('AgeLimit', ageLimit)),
      v.description(
        'Age limits: if as_of of a value (issued_at of a forecast) of the feed or its fallback is older, the ' +
          'response is 503 upstream_stale. Empty if there is no limit',
      ),
    ),
  },
  rows({ table }) {
    const feeds = feedsOf(table.declared)
    return sourcesOf(feeds).map(([id, { name, licence, attribution, cadence }]) => ({
      provider: name,
      licence,
      attribution,
      cadence,
      feeds: feeds.filter(({ provider }) => provider === id).map((feed) => feed.id),
      limits: feeds
        .filter(({ provider, primaryId, ...feed }) => provider === id && primaryId === feed.id)
        .flatMap(({ id: feed, maxAgeMs }) =>
          maxAgeMs === undefined ? [] : [{ feed, max_age_seconds: maxAgeMs / 1_000 }],
        ),
    }))
  },
})

/** Returns the built-in providers, then the providers of the host's own feeds. */
function sourcesOf(feeds: readonly ListedFeed[]): [FeedProvider, Terms][] {
  const own = feeds.flatMap(({ provider }) => (typeof provider === 'string' ? [] : provider))
  const builtIn = Object.entries(providers) as [FeedProvider, Terms][]
  return [...builtIn, ...[...new Set(own)].map((each): [FeedProvider, Terms] => [each, each])]
}
