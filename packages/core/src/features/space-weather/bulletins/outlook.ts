import * as v from 'valibot'
import type { Outlook } from '#features/space-weather/bulletins/swpc-outlook'
import { issuedEndpoint } from '#features/space-weather/forecast/issued-endpoint'
import { keptOutlook } from '#features/space-weather/forecast/issued-forecasts'
import { KEPT_ISSUE_DAYS } from '#features/space-weather/forecast/kept-issues'
import { instant, named, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { hours, iso, utcDay } from '#kernel/kit/time'

const day = v.strictObject({
  date: text('UTC day', '2026-11-21'),
  f107_sfu: quantity('Solar radio flux at 10.7 cm, sfu', 110, 50, 600),
  ap: quantity('Planetary A index of the day', 12, 0, 400),
  kp_max: quantity('Largest planetary K index of the day, in whole numbers', 4, 0, 9),
})

const data = v.strictObject({
  issued_at: instant('Time NOAA issued the outlook', '2026-11-16T01:53:00.000Z'),
  days: v.pipe(
    v.array(named('OutlookDay', day)),
    v.description('27 days, ascending; the first days may have passed'),
  ),
  source: sourceLabel('NOAA SWPC 27-day outlook'),
})

/** Serves NOAA's outlook for 27 days, and earlier outlooks. */
export const outlook = issuedEndpoint(
  {
    path: '/v1/space-weather/outlook',
    operationId: 'getOutlook',
    summary: 'Outlook of F10.7, Ap and Kp for 27 days',
    description:
      'Covers one rotation of the Sun, as NOAA SWPC issues it on Mondays. It is based on active regions ' +
      'and coronal holes that return; eruptions cannot be predicted. Every outlook is kept for ' +
      `${KEPT_ISSUE_DAYS} days: see \`issued_before\`. An outlook more than 15 d old is not served as the ` +
      'newest: 503 `upstream_stale`.',
    ttlMs: hours(3),
    data: named('Outlook', data),
  },
  keptOutlook,
  toOutlookData,
)

/** Converts an outlook to the payload. */
function toOutlookData(
  { issuedAt, days }: Pick<Outlook, 'issuedAt' | 'days'>,
  source: string,
): v.InferOutput<typeof data> {
  return {
    issued_at: iso(issuedAt),
    days: days.map(({ at, f107, ap, kp }) => ({ date: utcDay(at), f107_sfu: f107, ap, kp_max: kp })),
    source,
  }
}

/**
 * Returns the day with the highest Kp in an outlook, from today onwards. If several are equal, returns the
 * first.
 */
export function highestAhead(
  list: v.InferOutput<typeof data>['days'],
  now: number,
): v.InferOutput<typeof day> | undefined {
  const ahead = list.filter(({ date }) => date >= utcDay(now))
  return ahead.find(({ kp_max }) => kp_max === Math.max(...ahead.map((each) => each.kp_max)))
}
