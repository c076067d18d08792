import type { SpaceWeatherContext } from '#features/space-weather/context'
import { spaceWeatherProblems } from '#features/space-weather/problems'
import { SETTLED_TTL_MS, sourceOfRow, validityOf } from '#features/space-weather/series/recorded-series'
import { tryRefresh } from '#features/space-weather/series/refresh'
import {
  isMeasurement,
  type Measurement,
  type SeriesId,
} from '#features/space-weather/series/series-declarations'
import type { MeasurementFeed } from '#features/space-weather/swpc/measurement'
import { ownWithParameters } from '#kernel/endpoint/cost'
import {
  type DataEndpoint,
  dataEndpoint,
  type SchemaOf,
  type TypedEndpoint,
} from '#kernel/endpoint/data-endpoint'
import { derive } from '#kernel/endpoint/derive'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import type { Loaded } from '#kernel/endpoint/source'
import { Problem } from '#kernel/kit/problem'
import { hours, iso } from '#kernel/kit/time'

/** The recorded values of a path that serves the newest one. */
interface Recorded<Data> {
  readonly id: SeriesId
  /** Maximum age of a value at an instant, in milliseconds. A longer time is a gap. */
  readonly maxAgeMs: number
  /**
   * Reads the newest value at or before an instant, unless the instant is in a gap, with the time of the
   * fetch. Both times are in epoch milliseconds.
   */
  readonly read: (
    atMs: number,
    context: SpaceWeatherContext,
  ) => Promise<{ readonly data: Data; readonly fetchedAt: number } | undefined>
}

/** A payload of an instant, with its provenance. */
interface Dated {
  readonly as_of: string
  readonly source: string
}

/** Values measured within this time may not be recorded yet: the recorder runs every hour. */
const RECORDED_MS = hours(1)

/** Creates the endpoint of a newest value. `at` selects an earlier value. */
export function newestOrAt<const Path extends string, Data extends Dated>(
  declaration: DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>,
  recorded: Recorded<Data>,
): TypedEndpoint<Path, Data, SpaceWeatherContext> {
  const described = {
    ...declaration,
    cost: ownWithParameters,
    queryParameters: {
      at: optional(
        instantParameter('Returns the newest value recorded at or before this time', '2026-11-20T12:34:00Z'),
      ),
    },
    problems: [spaceWeatherProblems.value_not_found],
  } as const
  const newest = dataEndpoint(described)
  const earlier = dataEndpoint({
    ...described,
    source: {
      upstreams: [],
      stored: false,
      notFoundTtlMs: 0,
      load: (params: object, context: SpaceWeatherContext) =>
        loadAt(params as { readonly at: string }, recorded, context),
    },
  })
  return {
    ...newest,
    maxTtlMs: SETTLED_TTL_MS,
    respond(call: EndpointCall<SpaceWeatherContext>) {
      const { at } = call.params
      if (typeof at !== 'string') return derive(newest, call)
      const ageMs = call.now - Date.parse(at)
      if (ageMs < 0)
        throw new Problem('invalid_parameter', {
          message: 'Invalid at: expected an instant that has passed.',
        })
      // Fall back to recorded rows if the newest value is unavailable.
      return ageMs < RECORDED_MS
        ? tryRefresh(recorded.id, call).then(() => derive(earlier, call))
        : derive(earlier, call)
    },
  }
}

async function loadAt<Data extends Dated>(
  { at }: { readonly at: string },
  { id, maxAgeMs, read }: Recorded<Data>,
  context: SpaceWeatherContext,
): Promise<Loaded<Data>> {
  const atMs = Date.parse(at)
  const found = await read(atMs, context)
  if (found) {
    const { data, fetchedAt: pulledAt } = found
    return { data, source: data.source, pulledAt, ...validityOf(id, atMs, context.now()) }
  }
  throw new Problem(spaceWeatherProblems.value_not_found, {
    message: `No value is recorded from ${iso(atMs - maxAgeMs)} to ${iso(atMs)}.`,
  })
}

/** Creates the endpoint of the newest measurement of a series. `at` selects an earlier one. */
export function measurementEndpoint<Id extends SeriesId, const Path extends string, Data extends Dated>(
  feed: MeasurementFeed<Id>,
  declaration: Omit<DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>, 'tag' | 'access' | 'source'>,
  toData: (measurement: Measurement<Id>, source: string) => Data,
): TypedEndpoint<Path, Data, SpaceWeatherContext> {
  const { seriesId, maxAgeMs } = feed
  return newestOrAt(
    { ...declaration, tag: 'Space weather', access: 'optional_key', source: fromMeasurement(feed, toData) },
    {
      id: seriesId,
      maxAgeMs,
      async read(atMs, { spaceWeather: { series }, settings }) {
        const row = await series.lastAtOrBefore(seriesId, atMs, maxAgeMs)
        if (!row || !isMeasurement(seriesId, row)) return undefined
        const data = toData(row, sourceOfRow(seriesId, row.feed, settings.sourceNote))
        return { data, fetchedAt: row.fetchedAt }
      },
    },
  )
}
