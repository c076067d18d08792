import { eventStreamEndpoint } from '#accounts/open-responses/event-stream-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { formatOpening } from '#endpoint/event-stream/event'
import { listOf, optional } from '#endpoint/query-parameters'
import { findGet } from '#endpoint/read-data'
import type { SeriesTail } from '#space-weather/series/series-tail'
import {
  formatPosition,
  mayBeSent,
  type Position,
  parsePosition,
  positionSchema,
  resumeFrom,
} from '#space-weather/stream/stream-position'
import { STREAMED, STREAMED_NAMES, type StreamedName } from '#space-weather/stream/streamed-series'
import { valueEvents } from '#space-weather/stream/value-events'

/** All but Bz alone, which is a part of the field. */
const BY_DEFAULT = 'kp,mag,proton,wind,xray'

const EXAMPLE = [
  'id: bz@2026-11-21T12:34:00.000Z,kp@2026-11-21T12:30:00.000Z',
  'event: bz',
  'data: {"time":"2026-11-21T12:34:00.000Z","bz_gsm_nt":-2.31,' +
    '"source":"NOAA SWPC real-time interplanetary magnetic field (1 minute)","instrument":"SOLAR1"}',
].join('\n')

/** Serves new values of space weather as server-sent events. */
export function streamValues(table: () => readonly Endpoint[]): Endpoint {
  return eventStreamEndpoint({
    path: '/v1/space-weather/stream',
    operationId: 'getSpaceWeatherStream',
    summary: 'Values of space weather as they come, as server-sent events',
    description:
      'Begins with the newest value of each series, or after `Last-Event-ID` with every value recorded since, of ' +
      'the last 24 hours at most. Each event has the name of a series as `event`, and in `data` a row of its ' +
      '`/series`: `time`, the quantities, `source` and `instrument`. Kp is the running estimate; `bz` is Bz of ' +
      '`mag` alone. The `id` is the position in all series of the stream. An event `stream.gap` comes first for ' +
      'each series with values that are left out: what `/series` has after `after` and before `resumes_at`. New ' +
      'values come whenever the path of the newest value is due, of Kp every 15 minutes. Corrections of values ' +
      'and what is filled in later are not sent.',
    tag: 'Space weather',
    queryParameters: {
      series: optional(listOf('Which series, all but bz by default', STREAMED_NAMES, 'kp,bz'), BY_DEFAULT),
    },
    lastEventId: positionSchema,
    mayBeSent,
    example: EXAMPLE,
    begin(call, lastEventId) {
      const names = String(call.params['series']).split(',') as StreamedName[]
      const requested: Position = lastEventId === undefined ? new Map() : parsePosition(lastEventId)
      const { position, gaps } = resumeFrom(names, requested, call.context.now())
      const id = position.size > 0 ? formatPosition(position) : undefined
      const followed = names.map((name) => ({ name, tail: tailOf(name, table(), call) }))
      return { opening: formatOpening(id, gaps), read: valueEvents(followed, position, call) }
    },
  })
}

function tailOf(name: StreamedName, table: readonly Endpoint[], { context }: EndpointCall): SeriesTail {
  const { id } = STREAMED[name]
  return context.spaceWeather.tails.of(id, findGet(table, `/v1/space-weather/${id}`))
}
