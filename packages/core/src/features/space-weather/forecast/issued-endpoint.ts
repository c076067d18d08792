import type { SpaceWeatherContext } from '#features/space-weather/context'
import {
  type IssuedForecast,
  type Product,
  recordIssue,
} from '#features/space-weather/forecast/issued-forecasts'
import { type Issue, KEPT_ISSUE_DAYS } from '#features/space-weather/forecast/kept-issues'
import { spaceWeatherProblems } from '#features/space-weather/problems'
import { ownWithParameters } from '#kernel/endpoint/cost'
import {
  type DataEndpoint,
  dataEndpoint,
  type SchemaOf,
  type TypedEndpoint,
} from '#kernel/endpoint/data-endpoint'
import { derive } from '#kernel/endpoint/derive'
import { staleProblem } from '#kernel/endpoint/measured'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import type { Held, Loaded } from '#kernel/endpoint/source'
import { Problem } from '#kernel/kit/problem'
import { iso } from '#kernel/kit/time'
import { toFeed } from '#kernel/upstreams/feed'

/** The payload of a forecast. */
interface Issued {
  readonly issued_at: string | null
  readonly source: string
}

const issued_before = optional(
  instantParameter('Returns the newest forecast issued before this time', '2026-11-21T12:00:00Z'),
)

/** Creates the endpoint of a forecast. `issued_before` selects an earlier forecast. */
export function issuedEndpoint<
  const Path extends string,
  Data extends Issued,
  Value extends Product,
  T extends Issue,
>(
  declaration: Pick<
    DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>,
    'path' | 'operationId' | 'summary' | 'description' | 'ttlMs' | 'data'
  >,
  forecast: IssuedForecast<Value, T>,
  toData: (issue: Value | T, source: string) => Data,
): TypedEndpoint<Path, Data, SpaceWeatherContext> {
  const { feed, keptIn } = forecast
  const common = {
    ...declaration,
    tag: 'Space weather',
    access: 'optional_key',
    cost: ownWithParameters,
    queryParameters: { issued_before },
  } as const

  async function loadNewest(
    context: SpaceWeatherContext,
    held: Held<Data> | undefined,
  ): Promise<Loaded<Data>> {
    const { value, source, fetchedAt } = await recordIssue(forecast, context)
    const { issuedAt, asOf } = value
    const heldAt = Date.parse(held?.data.issued_at ?? '')
    // A cache of the provider may still return the previous forecast.
    const isOlder = held !== undefined && issuedAt !== null && heldAt > issuedAt && heldAt <= context.now()
    const newestAt = isOlder ? heldAt : asOf
    const recentUntil = newestAt + feed.maxAgeMs
    if (context.now() > recentUntil) throw staleProblem(feed, newestAt)
    const data: Data = isOlder ? held.data : toData(value, source)
    return { data, source: data.source, fetchedAt, recentUntil }
  }

  async function loadKept(before: string, context: SpaceWeatherContext): Promise<Loaded<Data>> {
    const issue = await keptIn(context).newestBefore(Date.parse(before))
    if (issue) {
      const { source, issuedAt, fetchedAt: pulledAt = issuedAt } = issue
      const readAt = context.now()
      const validUntil = readAt + declaration.ttlMs
      return { data: toData(issue, source), source, fetchedAt: readAt, pulledAt, validUntil }
    }
    throw new Problem(spaceWeatherProblems.forecast_not_found, {
      message:
        `No forecast issued before ${iso(Date.parse(before))} is stored. Forecasts are kept for ` +
        `${KEPT_ISSUE_DAYS} days.`,
    })
  }

  const newest = dataEndpoint({
    ...common,
    source: {
      upstreams: [toFeed(feed)],
      stored: true,
      load: (_: unknown, context: SpaceWeatherContext, { held } = {}) => loadNewest(context, held),
    },
    problems: ['upstream_stale', spaceWeatherProblems.forecast_not_found],
  })
  /** Past forecasts are read from the store. They need no feed. */
  const kept = dataEndpoint({
    ...common,
    source: {
      upstreams: [],
      stored: false,
      notFoundTtlMs: 0,
      load: (params: object, context: SpaceWeatherContext) =>
        loadKept((params as { issued_before: string }).issued_before, context),
    },
  })
  return {
    ...newest,
    respond: (call) => derive(call.params['issued_before'] === undefined ? newest : kept, call),
  }
}
