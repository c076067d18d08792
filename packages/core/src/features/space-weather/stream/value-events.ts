import { formatEvent } from '#features/shared/event-stream/event'
import type { ReadEvents } from '#features/shared/event-stream/event-stream'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import { sourceOfRow } from '#features/space-weather/series/recorded-series'
import type { StoredRow } from '#features/space-weather/series/series-span'
import type { SeriesTail } from '#features/space-weather/series/series-tail'
import { formatPosition, type Position } from '#features/space-weather/stream/stream-position'
import { STREAMED, type StreamedName } from '#features/space-weather/stream/streamed-series'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { iso } from '#kernel/kit/time'

/** Maximum number of values in a chunk. It limits the memory that a slow reader uses. */
const BATCH = 50

/** The recorded rows of one series that a stream sends. */
export interface Followed {
  readonly name: StreamedName
  readonly tail: SeriesTail
}

/** Returns the reader of the values after a position: in ascending time, by series at one instant. */
export function valueEvents(
  followed: readonly Followed[],
  after: Position,
  call: EndpointCall<SpaceWeatherContext>,
): ReadEvents {
  const position = new Map(after)
  return async () => {
    const read = followed.map(async ({ name, tail }) =>
      nextRows(name, await tail.rows(call), position.get(name)).map((row) => ({ name, row })),
    )
    const values = (await Promise.all(read)).flat().sort((a, b) => a.row.at - b.row.at)
    return values
      .slice(0, BATCH)
      .map(({ name, row }) => {
        position.set(name, row.at)
        return formatEvent({
          id: formatPosition(position),
          event: name,
          data: toValue(name, row, call.context.settings.sourceNote),
        })
      })
      .join('')
  }
}

/** Returns the next rows after an instant, or the newest one if there is no instant. */
function nextRows(name: StreamedName, rows: readonly StoredRow[], after: number | undefined): StoredRow[] {
  if (after === undefined) return rows.filter((row) => hasValue(name, row)).slice(-1)
  if ((rows.at(-1)?.at ?? 0) <= after) return []
  return rows.filter((row) => row.at > after && hasValue(name, row)).slice(0, BATCH)
}

function hasValue(name: StreamedName, { values }: StoredRow): boolean {
  return STREAMED[name].columns.some((column) => typeof values[column] === 'number')
}

function toValue(name: StreamedName, { at, values, feed, instrument }: StoredRow, note: string): object {
  const { id, columns } = STREAMED[name]
  return {
    time: iso(at),
    ...Object.fromEntries(columns.map((column) => [column, values[column] ?? null])),
    source: sourceOfRow(id, feed, note),
    instrument,
  }
}
