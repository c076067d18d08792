import * as v from 'valibot'
import type { SeriesColumn } from '#features/space-weather/series/series-declarations'
import {
  type DailySolarData,
  dailySolarData,
  endOfNewestDay,
  type SolarDay,
} from '#features/space-weather/solar/swpc-daily-solar'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { date, instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes, utcDay } from '#kernel/kit/time'

const day = {
  day: date('UTC day', '2026-11-20'),
  sunspot_number: value(
    'sunspot_number',
    'NOAA’s (SESC) sunspot number, not the international sunspot number',
    116,
  ),
  sunspot_area_millionths: value(
    'sunspot_area_millionths',
    'Area of sunspots, millionths of the visible hemisphere',
    670,
  ),
  new_regions: value('new_regions', 'Number of new active regions', 2),
  flares_c: value('flares_c', 'X-ray flares of class C', 7),
  flares_m: value('flares_m', 'X-ray flares of class M', 0),
  flares_x: value('flares_x', 'X-ray flares of class X', 0),
  flux_sfu: value('flux_sfu', 'Radio flux at 10.7 cm, sfu', 147),
  xray_background: orNull(text('Class of the background X-ray flux between flares', 'B4.6')),
}

const data = v.strictObject({
  ...day,
  days: v.pipe(
    v.array(named('SolarDay', v.strictObject(day))),
    v.description('The last 30 days, including the newest, ascending'),
  ),
  issued_at: instant('Time NOAA issued the list', '2026-11-21T02:25:00.000Z'),
  as_of: instant('End of the newest day', '2026-11-21T00:00:00.000Z'),
  source: sourceLabel('NOAA SWPC daily solar data'),
})

function value(column: SeriesColumn<'sunspots'>, description: string, example: number) {
  return orNull(quantity(description, example, ...POSSIBLE[column]))
}

/** Serves the sunspot numbers and flares of the last 30 days. */
export const sunspots = dataEndpoint({
  path: '/v1/space-weather/sunspots',
  operationId: 'getSunspots',
  summary: 'Sunspot number, regions and flares by day',
  description:
    'The newest day that NOAA has counted, and the last 30 days. A value is null if NOAA has none.',
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: minutes(30),
  data: named('Sunspots', data),
  source: fromMeasurement(dailySolarData, toSunspotsData),
})

/** Converts the list to the payload. */
export function toSunspotsData(list: DailySolarData, source: string): v.InferOutput<typeof data> {
  const days = list.days.map(toDay)
  return {
    ...(days.at(-1) as (typeof days)[number]),
    days,
    issued_at: iso(list.issuedAt),
    as_of: iso(endOfNewestDay(list)),
    source,
  }
}

function toDay({ at, values, background }: SolarDay) {
  return { day: utcDay(at), ...values, xray_background: background }
}
