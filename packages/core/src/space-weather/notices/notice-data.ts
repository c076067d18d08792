import * as v from 'valibot'
import { count, instant, named, oneOf, orNull, text } from '#endpoint/schemas'
import { iso, utcDay } from '#kit/time'
import { NOTICE_KINDS, NOTICE_SCALES, type Notice } from '#space-weather/notices/message'

const int = (description: string, example: number) =>
  orNull(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description), v.examples([example])))
const flag = (description: string) => v.pipe(v.boolean(), v.description(description), v.examples([false]))
const time = (description: string, example?: string) => orNull(instant(description, example))

/** What a notice says, by itself. */
export const noticeMembers = {
  product_id: text('Id of the product in the file of NOAA', 'K05W'),
  code: orNull(text('Code of the message; serial numbers count within a code', 'WARK05')),
  serial: int('Serial number; a correction has that of what it corrects', 2252),
  kind: oneOf(
    'What it is; a cancellation withdraws a notice of another kind, other is of a form that is unknown',
    NOTICE_KINDS,
  ),
  issued_at: instant('When NOAA issued it', '2026-11-20T23:47:40.457Z'),
  headline: orNull(
    text('Its first line in NOAA’s words', 'EXTENDED WARNING: Geomagnetic K-index of 5 expected'),
  ),
  scale: orNull(
    oneOf('NOAA’s scale: G, S or R; null for what has none, such as radio bursts', NOTICE_SCALES),
  ),
  level: int('Step of that scale, 1 to 5; 0 for a K index of 4 and below, which is below G1', 1),
  or_greater: flag('Whether that step is the least one, in the words of the notice'),
  valid_from: time('From when it is valid; of a watch, the start of its first day at G1 or above'),
  valid_to: time('Until when it is valid; of a watch, the end of its last day at G1 or above'),
  days: v.pipe(
    v.array(
      named(
        'WatchDay',
        v.strictObject({
          date: text('Day, UTC', '2026-11-21'),
          level: count('Highest G level predicted for it; 0 for none', 2),
        }),
      ),
    ),
    v.description('Days of a watch, ascending; empty for other kinds'),
    v.examples([[{ date: '2026-11-21', level: 2 }]]),
  ),
  event_start: time('When what it is about began or reached the threshold'),
  event_peak: time('When that was strongest'),
  event_end: time('When that ended'),
  extends_serial: int('Serial number of the notice of this code that it extends or continues', 2251),
  cancels_serial: int('Serial number of the notice of this code that it withdraws', 2249),
  supersedes_watches: flag('Whether it says that it supersedes all watches before it'),
  text: text('The whole message', 'Space Weather Message Code: WARK05\nSerial Number: 2252\n…'),
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
