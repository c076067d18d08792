import * as v from 'valibot'
import { NOTICE_KINDS, NOTICE_SCALES, type Notice } from '#features/space-weather/notices/message'
import { count, instant, named, oneOf, orNull, text } from '#kernel/endpoint/schemas'
import { iso, utcDay } from '#kernel/kit/time'

const int = (description: string, example: number) =>
  orNull(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description), v.examples([example])))
const flag = (description: string) => v.pipe(v.boolean(), v.description(description), v.examples([false]))
const time = (description: string, example?: string) => orNull(instant(description, example))

/** Members of a notice that come from its own text. */
export const noticeMembers = {
  product_id: text('Id of the product in NOAA’s file', 'K05W'),
  code: orNull(text('Code of the message; each code has its own serial numbers', 'WARK05')),
  serial: int('Serial number; a correction has the number of the notice that it corrects', 2252),
  kind: oneOf(
    'Kind of the notice; a cancellation withdraws a notice of another kind; other is a notice in an ' +
      'unknown form',
    NOTICE_KINDS,
  ),
  issued_at: instant('Time NOAA issued the notice', '2026-11-20T23:47:40.457Z'),
  headline: orNull(
    text('First line of the notice, in NOAA’s words', 'EXTENDED WARNING: Geomagnetic K-index of 5 expected'),
  ),
  scale: orNull(
    oneOf(
      'NOAA’s scale: G, S or R; null for a notice without a scale, such as one about radio bursts',
      NOTICE_SCALES,
    ),
  ),
  level: int('Level on that scale, 1 to 5; 0 for a K index of 4 or lower, which is below G1', 1),
  or_greater: flag('Whether the notice states that level as a minimum'),
  valid_from: time('Start of the validity; for a watch, the start of its first day at G1 or above'),
  valid_to: time('End of the validity; for a watch, the end of its last day at G1 or above'),
  days: v.pipe(
    v.array(
      named(
        'WatchDay',
        v.strictObject({
          date: text('UTC day', '2026-11-21'),
          level: count('Highest G level predicted for the day; 0 for none', 2),
        }),
      ),
    ),
    v.description('Days of a watch, ascending; empty for other kinds'),
    v.examples([[{ date: '2026-11-21', level: 2 }]]),
  ),
  event_start: time('Time at which the event began or reached the threshold'),
  event_peak: time('Time at which the event was strongest'),
  event_end: time('Time at which the event ended'),
  extends_serial: int('Serial number of the notice with the same code that it extends or continues', 2251),
  cancels_serial: int('Serial number of the notice with the same code that it withdraws', 2249),
  supersedes_watches: flag('Whether the notice supersedes all earlier watches'),
  text: text('Full text of the message', 'Space Weather Message Code: WARK05\nSerial Number: 2252\n…'),
}

/** Converts a notice to its members. */
export function toNoticeData(notice: Notice) {
  const at = (instant: number | null) => (instant === null ? null : iso(instant))
  return {
    product_id: notice.productId,
    code: notice.code,
    serial: notice.serial,
    kind: notice.kind,
    issued_at: iso(notice.issuedAt),
    headline: notice.headline,
    scale: notice.scale,
    level: notice.level,
    or_greater: notice.orGreater,
    valid_from: at(notice.validFrom),
    valid_to: at(notice.validTo),
    days: notice.days.map(({ day, level }) => ({ date: utcDay(day), level })),
    event_start: at(notice.eventStart),
    event_peak: at(notice.eventPeak),
    event_end: at(notice.eventEnd),
    extends_serial: notice.extendsSerial,
    cancels_serial: notice.cancelsSerial,
    supersedes_watches: notice.supersedesWatches,
    text: notice.text,
  }
}
