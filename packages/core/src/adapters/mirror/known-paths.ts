import type { CentralClient } from '#adapters/mirror/central'
import { isFromCentral } from '#adapters/mirror/central-feed'
import { isClosed, partParams } from '#adapters/mirror/series-day'
import { extentsEntry } from '#adapters/mirror/series-extents'
import { type SeriesId, toSeriesId } from '#features/space-weather/series/series-declarations'
import { requestedPart, type SeriesExtents, type Span } from '#features/space-weather/series/series-span'
import { type Context, type Endpoint, requiredQuery, takesKey } from '#kernel/endpoint/endpoint'
import { abortable } from '#kernel/kit/abort'
import { Problem } from '#kernel/kit/problem'
import { days, hours } from '#kernel/kit/time'
import { ignoreWaitUntil } from '#kernel/storage/cache/snapshot'

/** A path that a mirror can request before any client does. */
export interface KnownPath {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, unknown>>
  /** The part of a series that the path has. */
  readonly part?: Span
}

/** Number of days of the series that are known in advance: the maximum span of one request. */
const DAYS = 31
/** Interval at which the beginning of the series is read again. */
const EXTENTS_MS = hours(1)

/**
 * Yields the paths without parameters, those with a key whose parameters are known, the closed days of the series,
 * newest first, then the other paths with known parameters.
 */
export async function* knownPaths(
  endpoints: readonly Endpoint[],
  central: CentralClient,
  context: Context,
  signal: AbortSignal,
): AsyncGenerator<KnownPath> {
  const mirrored = endpoints.filter(isFromCentral)
  const recorded = mirrored.filter((endpoint) => endpoint.recorded)
  yield* mirrored
    .filter((endpoint) => !endpoint.recorded && Object.keys(endpoint.pathParameters).length === 0)
    // A computed response without parameters is a search for everything.
    .filter((endpoint) => requiredQuery(endpoint).length === 0 && typeof endpoint.cost !== 'number')
    .map((endpoint) => ({ endpoint, params: {} }))
  yield* withKnown(mirrored.filter(({ access }) => takesKey(access)))
  const extents = await readExtents(central, context, signal)
  if (extents) yield* closedDays(recorded, extents, context.now())
  yield* withKnown(mirrored.filter(({ access }) => !takesKey(access)))
}

function withKnown(endpoints: readonly Endpoint[]): KnownPath[] {
  return endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.known ?? {}).flatMap(([name, values]) =>
      values.map((value) => ({ endpoint, params: { [name]: value } })),
    ),
  )
}

/**
 * Returns the closed days of the series as far back as the central instance has them, and the closed months
 * of daily ones, newest first.
 */
function closedDays(recorded: readonly Endpoint[], extents: SeriesExtents, now: number): KnownPath[] {
  const today = Math.floor(now / days(1)) * days(1)
  const starts = Array.from({ length: DAYS }, (_, i) => today - days(i + 1))
  // For a series without values, the beginning is only the earliest possible one.
  const isKept = (id: SeriesId, dayMs: number) =>
    extents[id].newest !== undefined && dayMs >= extents[id].firstDay
  return starts.flatMap((dayMs) =>
    recorded.flatMap((endpoint): KnownPath[] => {
      const ids = (endpoint.recorded ?? []).map(({ id }) => toSeriesId(id))
      const part = requestedPart(ids[0] ?? 'kp', dayMs)
      // A month is requested after its last day.
      const isDue = part.stopMs === dayMs + days(1) && isClosed(part, now)
      return isDue && ids.some((id) => isKept(id, dayMs))
        ? [{ endpoint, params: partParams(part), part }]
        : []
    }),
  )
}

/** Reads the beginning of the series, which HAPI also needs; `undefined` if it is unknown. */
async function readExtents(
  central: CentralClient,
  context: Context,
  signal: AbortSignal,
): Promise<SeriesExtents | undefined> {
  const { key, kind } = extentsEntry(central, context)
  const isRecent = (fetchedAt: number) => context.now() < fetchedAt + EXTENTS_MS
  try {
    await abortable(context.snapshots.refresh(key, kind, ignoreWaitUntil, isRecent), signal)
  } catch (error) {
    // The failure is reported where the request is made. The previously known beginning is used.
    if (!(error instanceof Problem || signal.aborted)) throw error
  }
  return context.snapshots.peek<SeriesExtents>(key)?.value
}
