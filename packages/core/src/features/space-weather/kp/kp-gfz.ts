import * as v from 'valibot'
import { endOf, type GfzWindow, type GfzWindows, gfzKp } from '#features/space-weather/kp/gfz-kp'
import { newestOrAt } from '#features/space-weather/series/at-instant'
import { sourceOfRow } from '#features/space-weather/series/recorded-series'
import { column, seriesEndpoint, wholeSeries } from '#features/space-weather/series/series-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instant, named, oneOf, quantity, sourceLabel } from '#kernel/endpoint/schemas'
import { hours, iso } from '#kernel/kit/time'

const STATUS =
  'GFZ Potsdam derives Kp from 13 observatories. A preliminary value (nowcast) is published within an hour ' +
  'after its window. The definitive value replaces it a few weeks later.'

const data = v.strictObject({
  kp: quantity('Kp of the window, 0 to 9, in steps of a third', 2.667, 0, 9),
  status: oneOf('Whether GFZ may still revise the value: definitive, preliminary', [
    'preliminary',
    'definitive',
  ]),
  start: instant('Start of the three-hour window', '2026-11-21T09:00:00.000Z'),
  stop: instant('End of the window', '2026-11-21T12:00:00.000Z'),
  as_of: instant(
    'Time the value refers to: the end of the window. While the window is open, it is the fetch time, or ' +
      '`at`',
    '2026-11-21T12:00:00.000Z',
  ),
  source: sourceLabel('GFZ Potsdam Kp index (CC BY 4.0, doi:10.5880/Kp.0001)'),
})

/** Serves the newest Kp of GFZ Potsdam, which publishes the definitive index. */
export const kpGfz = newestOrAt(
  {
    path: '/v1/space-weather/kp/gfz',
    operationId: 'getGfzKp',
    summary: 'Kp of GFZ Potsdam, which publishes the definitive index',
    description:
      `${STATUS} It never replaces NOAA SWPC’s estimate, and the estimate never replaces it. With \`at\`, ` +
      'the response has the window that contains that time, or the newest window before it.',
    tag: 'Space weather',
    access: 'optional_key',
    ttlMs: hours(1),
    data: named('GfzKp', data),
    source: fromMeasurement(gfzKp, ({ knownAt, windows }: GfzWindows, source) =>
      toData(windows.at(-1) as GfzWindow, knownAt, source),
    ),
  },
  {
    id: 'kp_gfz',
    maxAgeMs: gfzKp.maxAgeMs,
    async read(atMs, { spaceWeather: { series }, settings }) {
      // Excludes a window that begins exactly at the instant.
      const row = await series.lastAtOrBefore('kp_gfz', atMs - 1, gfzKp.maxAgeMs + hours(3) - 1)
      if (typeof row?.values.kp !== 'number') return undefined
      const window = { at: row.at, kp: row.values.kp, isDefinitive: row.values.preliminary === 0 }
      const data = toData(window, atMs, sourceOfRow('kp_gfz', row.feed, settings.sourceNote))
      return { data, fetchedAt: row.fetchedAt }
    },
  },
)

function toData(
  { at, kp, isDefinitive }: GfzWindow,
  knownAt: number,
  source: string,
): v.InferOutput<typeof data> {
  return {
    kp,
    status: isDefinitive ? 'definitive' : 'preliminary',
    start: iso(at),
    stop: iso(at + hours(3)),
    as_of: iso(endOf({ at }, knownAt) ?? at),
    source,
  }
}

/** Serves the recorded Kp of GFZ Potsdam. */
export const kpGfzSeries = seriesEndpoint({
  path: '/v1/space-weather/kp/gfz/series',
  operationId: 'getGfzKpSeries',
  summary: 'History of the Kp of GFZ Potsdam',
  description:
    `Kp for three-hour windows. ${STATUS} Revisions are requested once a day for 93 days. Until then, a ` +
    'response is valid for at most one day.',
  title: 'GfzKpSeries',
  parts: [wholeSeries('kp_gfz')],
  combine: 'maximum',
  columns: {
    kp: column('Kp of the window, 0 to 9, in steps of a third', 2.667),
    preliminary: column('1 while a value in the row is preliminary, 0 once all values are definitive', 1),
  },
  instrument: 'instrument, which is always null',
})
