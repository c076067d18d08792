import type { EndpointCall } from '#declare/endpoint'
import { sourceOfRow } from '#endpoints/v1/space-weather/recorded-series'
import type { SeriesTail } from '#endpoints/v1/space-weather/series-tail'
import { formatPosition, type Position } from '#endpoints/v1/space-weather/stream-position'
import { STREAMED, type StreamedName } from '#endpoints/v1/space-weather/streamed-series'
import { formatEvent } from '#event-stream/event'
import type { ReadEvents } from '#event-stream/event-stream'
import type { StoredRow } from '#store/repositories/series-span'
import { iso } from '#time'

/** Values of one chunk at most; bounds what a slow reader makes a process keep. */
const BATCH = 50

/** The recorded rows of one series that a stream sends. */
export interface Followed {
  readonly name: StreamedName
  readonly tail: SeriesTail
}

/** Returns the reader of the values after a position: in ascending time, by series at one instant. */
export function valueEvents(followed: readonly Followed[], after: Position, call: EndpointCall): ReadEvents {
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
