import * as v from 'valibot'
import { SERIES } from '#features/space-weather/series/series-declarations'
import { STREAMED, STREAMED_NAMES, type StreamedName } from '#features/space-weather/stream/streamed-series'
import { days, iso, minutes } from '#kernel/kit/time'

/**
 * Position of a client: the time of the last value received from each series, in epoch milliseconds. A single
 * time for all series is not enough: Kp of 12:00 may arrive after Bz of 12:03.
 */
export type Position = ReadonlyMap<StreamedName, number>

/** Older values are not sent. */
const MAX_AGE_MS = days(1)

const entry = `(${STREAMED_NAMES.join('|')})@[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z`

/**
 * Schema of a position in the form that is sent: `bz@2026-11-21T12:34:00.000Z,kp@2026-11-21T12:30:00.000Z`.
 */
export const positionSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${entry}(,${entry})*$`)),
  v.maxLength(200),
  v.check((id) => formatPosition(parsePosition(id)) === id),
  v.description(
    '`id` of the last event received: the series in alphabetical order, each with the time of its last value',
  ),
  v.examples(['bz@2026-11-21T12:34:00.000Z,kp@2026-11-21T12:30:00.000Z']),
)

/**
 * How far ahead of the clock a position may be: a value may be stamped 5 minutes ahead of the clock of the
 * instance that recorded it, and that clock may be ahead of the clock here.
 */
const AHEAD_MS = minutes(10)
const YEAR_1 = Date.parse('0001-01-01T00:00:00.000Z')

/**
 * Returns whether a position may have been sent by now: all its times are past, and none is in the year 0.
 */
export function mayBeSent(id: string, now: number): boolean {
  return [...parsePosition(id).values()].every((at) => at >= YEAR_1 && at <= now + AHEAD_MS)
}

/** Parses a position. Parts that are no instant are left out. */
export function parsePosition(id: string): Position {
  const parts = id.split(',').map((part) => part.split('@') as [StreamedName, string])
  const instants = parts.map(([name, instant]) => [name, Date.parse(instant)] as const)
  return new Map(instants.filter(([, at]) => !Number.isNaN(at)))
}

/** Formats a position. */
export function formatPosition(position: Position): string {
  const given = STREAMED_NAMES.filter((name) => position.has(name))
  return given.map((name) => `${name}@${iso(position.get(name) ?? 0)}`).join(',')
}

/** Values of a series that a stream leaves out: the values after `after` and before `resumes_at`. */
interface Gap {
  readonly series: StreamedName
  readonly after: string
  readonly resumes_at: string
}

/**
 * Returns where a stream begins for a client at the position `requested`, and the values that it leaves out.
 * A series without an instant begins with its newest value.
 */
export function resumeFrom(
  names: readonly StreamedName[],
  requested: Position,
  now: number,
): { readonly position: Position; readonly gaps: readonly Gap[] } {
  const position = new Map<StreamedName, number>()
  const gaps: Gap[] = []
  for (const name of names) {
    const after = requested.get(name)
    if (after === undefined) continue
    const { stepMs } = SERIES[STREAMED[name].id]
    const oldest = Math.ceil((now - MAX_AGE_MS) / stepMs) * stepMs
    if (after + stepMs < oldest) gaps.push({ series: name, after: iso(after), resumes_at: iso(oldest) })
    position.set(name, Math.max(after, oldest - stepMs))
  }
  return { position, gaps }
}
