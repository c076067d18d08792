import type { PagesContext } from '#features/pages/context'
import {
  QUANTITIES,
  QUANTITY_COLUMNS,
  type Quantity,
  type Reading,
  readReadings,
} from '#features/space-weather/series/readings'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import { read, readSnapshot } from '#kernel/endpoint/read-data'
import { Problem } from '#kernel/kit/problem'
import { settleWithin } from '#kernel/kit/settle-within'
import { seconds } from '#kernel/kit/time'

/** How long a page waits for upstreams. Later responses still enter the cache, for the next page. */
const TIMEOUT_MS = seconds(1.5)

/** The payload of a newest value. */
type DatedPayload = { readonly as_of: string } & Readonly<Record<string, unknown>>

/** The path and field that serve each quantity. */
export const SERVED_QUANTITIES = QUANTITIES.map((quantity) => {
  return { quantity, path: pathOf(quantity), field: QUANTITY_COLUMNS[quantity].column }
})

/** Returns the path that serves a quantity. */
export function pathOf(quantity: Quantity): string {
  return `/v1/space-weather/${QUANTITY_COLUMNS[quantity].id}`
}

/**
 * Reads the current values of the space-weather endpoints through their cache, so that page views cause at
 * most one upstream request per TTL. Omits values that fail or take longer than 1.5 s.
 */
export async function readLiveValues(
  call: EndpointCall<PagesContext>,
): Promise<ReadonlyMap<Quantity, Reading>> {
  const values = new Map<Quantity, Reading>()
  const reads = SERVED_QUANTITIES.map(async ({ quantity, path, field }) => {
    const endpoint = call.context.table.find(path)
    const { data } = servedIn<DatedPayload>((await readSnapshot(endpoint, call)).value)
    const [value, at] = [data[field], Date.parse(data.as_of)]
    if (typeof value === 'number' && !Number.isNaN(at)) values.set(quantity, { at, value })
  })
  await settleInTime(call, reads)
  return new Map(values)
}

/**
 * Reads the last 24 hours of quantities. Omits quantities that fail or take longer than 1.5 s, as the days of
 * a mirror may.
 */
export async function readDays(
  quantities: readonly Quantity[],
  call: EndpointCall<PagesContext>,
): Promise<ReadonlyMap<Quantity, readonly Reading[]>> {
  const {
    spaceWeather: { series },
    now,
    onError,
  } = call.context
  const days = new Map<Quantity, readonly Reading[]>()
  const reads = quantities.map(async (quantity) => {
    try {
      days.set(quantity, await readReadings(quantity, series, now()))
    } catch (error) {
      // A Problem is reported where the store or the central instance fails.
      if (!(error instanceof Problem)) onError(error)
    }
  })
  await settleInTime(call, reads)
  return new Map(days)
}

/** Waits for all reads, at most 1.5 s. Failures are reported where the upstream is requested. */
async function settleInTime(
  { request }: EndpointCall<PagesContext>,
  reads: readonly Promise<unknown>[],
): Promise<void> {
  request.waitUntil(Promise.allSettled(reads))
  await settleWithin(TIMEOUT_MS, reads)
}

/** Reads the payload of an endpoint through its cache; `undefined` if that fails or takes longer than 1.5 s. */
export async function readInTime<Data>(
  endpoint: TypedEndpoint<string, Data, never>,
  call: EndpointCall<PagesContext>,
  params: EndpointCall['params'] = {},
): Promise<Data | undefined> {
  let found: Data | undefined
  const reading = read(endpoint, call, params).then(({ data }) => {
    found = data
  })
  await settleInTime(call, [reading])
  return found
}
