import { formatOpening } from '#features/shared/event-stream/event'
import { eventStreamEndpoint } from '#features/shared/event-stream/event-stream-endpoint'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import {
  formatPosition,
  mayBeSent,
  type Position,
  parsePosition,
  positionSchema,
  resumeFrom,
} from '#features/space-weather/stream/stream-position'
import { STREAMED, STREAMED_NAMES, type StreamedName } from '#features/space-weather/stream/streamed-series'
import { valueEvents } from '#features/space-weather/stream/value-events'
import { listOf, optional } from '#kernel/endpoint/query-parameters'

/** All except `bz`, which is also a member of `mag`. */
const BY_DEFAULT = 'kp,mag,proton,wind,xray'

const EXAMPLE = [
  'id: bz@2026-11-21T12:34:00.000Z,kp@2026-11-21T12:30:00.000Z',
  'event: bz',
  'data: {"time":"2026-11-21T12:34:00.000Z","bz_gsm_nt":-2.31,' +
    '"source":"NOAA SWPC real-time interplanetary magnetic field (1 minute)","instrument":"SOLAR1"}',
].join('\n')

/** Serves new values of space weather as server-sent events. */
export const streamValues = eventStreamEndpoint<SpaceWeatherContext>({
  path: '/v1/space-weather/stream',
  operationId: 'getSpaceWeatherStream',
  summary: 'New space weather values as server-sent events',
  description:
    'The stream begins with the newest value of each series. After `Last-Event-ID` or `after`, it begins ' +
    'with every value recorded since then, of at most the last 24 hours. `event` is the name of the ' +
    'series. `data` is a row as in the series’ `/series` endpoint: `time`, the quantities, `source` and ' +
    '`instrument`. Kp is the running estimate; `bz` contains only the Bz component of `mag`. `id` is the ' +
    'position in all series of the stream. If values are left out, an event `stream.gap` precedes the ' +
    'values of that series: `/series` has the values after `after` and before `resumes_at`. New values ' +
    'are sent whenever the endpoint of the newest value is due for an update, for Kp every 15 minutes. ' +
    'Corrections, and values that are filled in later, are not sent.',
  tag: 'Space weather',
  queryParameters: {
    series: optional(
      listOf('Series to include; all except bz by default', STREAMED_NAMES, 'kp,bz'),
      BY_DEFAULT,
    ),
    after: optional(positionSchema),
  },
  lastEventId: positionSchema,
  mayBeSent,
  example: EXAMPLE,
  begin(call, lastEventId) {
    const names = String(call.params['series']).split(',') as StreamedName[]
    const requested: Position = lastEventId === undefined ? new Map() : parsePosition(lastEventId)
    const { position, gaps } = resumeFrom(names, requested, call.context.now())
    const id = position.size > 0 ? formatPosition(position) : undefined
    const { tails } = call.context.spaceWeather
    const followed = names.map((name) => ({ name, tail: tails.of(STREAMED[name].id) }))
    return { opening: formatOpening(id, gaps), read: valueEvents(followed, position, call) }
  },
})
