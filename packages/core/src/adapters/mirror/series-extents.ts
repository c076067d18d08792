import * as v from 'valibot'
import { type CentralClient, NO_CLIENT } from '#adapters/mirror/central'
import { readProblem } from '#adapters/mirror/central-problem'
import { SERIES_IDS, type SeriesId } from '#features/space-weather/series/series-declarations'
import type { SeriesExtent, SeriesExtents } from '#features/space-weather/series/series-span'
import type { Context } from '#kernel/endpoint/endpoint'
import { hours, minutes } from '#kernel/kit/time'
import type { SnapshotKind } from '#kernel/storage/cache/snapshot'
import { pull } from '#kernel/upstreams/client/pull'
import { splitLabels } from '#kernel/upstreams/source-label'
import type { Upstream } from '#kernel/upstreams/upstream'

const [TTL_MS, CADENCE_MS] = [minutes(5), hours(1)]

const instant = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse))
const info = v.looseObject({
  startDate: instant,
  sampleStopDate: v.optional(instant),
  provenance: v.string(),
})
const extent = v.strictObject({
  firstDay: v.number(),
  newest: v.optional(v.number()),
  labels: v.array(v.string()),
})
const extents = v.strictObject(
  Object.fromEntries(SERIES_IDS.map((id) => [id, extent])) as Record<SeriesId, typeof extent>,
)

/**
 * Returns the snapshot of the extents of the series, from the central instance's descriptions of its HAPI
 * datasets. They need no key and use no quota, and are shared by all clients of the mirror.
 */
export function extentsEntry(
  central: CentralClient,
  context: Context,
): { readonly key: string; readonly kind: SnapshotKind<SeriesExtents> } {
  return {
    key: 'central:series-extents',
    kind: {
      ttlMs: TTL_MS,
      stored: { encode: (value) => value, decode: (value) => v.parse(extents, value) },
      async load() {
        const feed = infoFeed(central)
        const read = SERIES_IDS.map(async (id) => [id, await pull(feed, id, context)] as const)
        const pulled = await Promise.all(read)
        const value = Object.fromEntries(pulled.map(([id, { value: extent }]) => [id, extent]))
        return {
          value: value as SeriesExtents,
          fetchedAt: Math.min(...pulled.map(([, { fetchedAt }]) => fetchedAt)),
        }
      },
      size: () => 2_000,
    },
  }
}

/** Returns the feed of a dataset's description. The dataset has the name of its series. */
function infoFeed(central: CentralClient): Upstream<SeriesId, SeriesExtent> {
  return {
    id: 'central-hapi-info',
    provider: 'central',
    label: '/hapi/info',
    target: (id) => `/hapi/info?dataset=${id}`,
    probeParams: 'kp',
    send: (url, init) => central.send(url, init, NO_CLIENT),
    parse: (body) => {
      const { startDate, sampleStopDate, provenance } = v.parse(info, JSON.parse(body))
      return { firstDay: startDate, newest: sampleStopDate, labels: splitLabels(provenance) }
    },
    newestAt: () => null,
    cadenceMs: CADENCE_MS,
    interpretResponse: (response) => readProblem(response, ['not_found']),
  }
}
