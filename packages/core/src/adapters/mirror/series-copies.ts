import { type CentralClient, NO_CLIENT } from '#adapters/mirror/central'
import type { Copy } from '#adapters/mirror/copy'
import { type CopyEntry, copyEntry } from '#adapters/mirror/mirrored'
import { isRecentCopy, parseDay, partParams } from '#adapters/mirror/series-day'
import { extentsEntry } from '#adapters/mirror/series-extents'
import type { SeriesDay } from '#features/space-weather/series/series-day'
import type { SeriesId } from '#features/space-weather/series/series-declarations'
import { requestedPart, type SeriesCopies, type Span } from '#features/space-weather/series/series-span'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { Problem } from '#kernel/kit/problem'
import { ignoreWaitUntil, type Snapshot } from '#kernel/storage/cache/snapshot'

/** Dependencies for reading the copies. */
interface Mirror {
  readonly central: CentralClient
  readonly context: Context
  /** All endpoints of the mirror. */
  readonly endpoints: readonly Endpoint[]
}

/** Returns the series of the central instance, each day from the copy of a part of its endpoint. */
export function seriesCopies(mirror: () => Mirror): SeriesCopies {
  const parsed = new WeakMap<Copy, Map<string, SeriesDay>>()
  return {
    async day(id, startMs, isLenient) {
      if (startMs > mirror().context.now()) return undefined
      const part = requestedPart(id, startMs)
      const { endpoint, parts } = recordedBy(id, mirror().endpoints)
      const { value, validUntil } = await readPart(endpoint, part, isLenient, mirror())
      const days = parsed.get(value) ?? new Map()
      parsed.set(value, days)
      const name = `${id} ${startMs}`
      const day = days.get(name) ?? parseOrRefuse(() => parseDay(value.body, part, startMs, id, parts))
      days.set(name, day)
      return { ...day, validUntil }
    },
    async extents() {
      const { central, context } = mirror()
      const { key, kind } = extentsEntry(central, context)
      return (await context.snapshots.read(key, kind, ignoreWaitUntil)).snapshot.value
    },
  }
}

/** Returns the endpoint that serves a series, and the series whose columns its payload has. */
function recordedBy(id: SeriesId, endpoints: readonly Endpoint[]) {
  for (const endpoint of endpoints) {
    const parts = endpoint.recorded ?? []
    if (parts.some((part) => part.id === id)) return { endpoint, parts }
  }
  throw new TypeError(`no endpoint serves the series ${id}`)
}

async function readPart(
  endpoint: Endpoint,
  part: Span,
  isLenient: boolean,
  { central, context }: Mirror,
): Promise<Snapshot<Copy>> {
  const entry = copyEntry(endpoint, partParams(part), { central, context, client: NO_CLIENT })
  const { key, kind } = leavingQuota(entry, central)
  const held = context.snapshots.peek<Copy>(key)
  if (isLenient && held && isRecentCopy(part, held.fetchedAt, context.now())) return held
  return (await context.snapshots.read(key, kind, ignoreWaitUntil)).snapshot
}

/**
 * Sends no request while the quota is low, as pages and HAPI, which need no key, must leave a part of it to
 * clients.
 */
function leavingQuota({ key, kind }: CopyEntry, central: CentralClient): CopyEntry {
  return {
    key,
    kind: {
      ...kind,
      async load(previous) {
        if (!central.isQuotaLow()) return kind.load(previous)
        throw new Problem('upstream_unavailable', {
          cause: 'the rest of the quota is reserved for clients with a key',
          retryAfterSeconds: 60,
          isOwn: true,
        })
      },
    },
  }
}

function parseOrRefuse<T>(parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new Problem('upstream_invalid', { cause, retryAfterSeconds: 60 })
  }
}
