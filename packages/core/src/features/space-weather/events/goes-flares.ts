import {
  createSolarEvent,
  parseFlareClass,
  type SolarEvent,
} from '#features/space-weather/events/solar-event'
import { hours } from '#kernel/kit/time'
import { latestPlausible, parseInstant, parseInteger, type Row, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { upstream } from '#kernel/upstreams/upstream'

/**
 * Flares that GOES detected in the last seven days, without a location on the Sun. Ids combine start and
 * satellite.
 */
export const goesFlares = upstream<unknown, readonly SolarEvent[]>({
  id: 'swpc-flares-7d',
  provider: 'swpc',
  label: 'GOES X-ray flares (7 days)',
  target: () => '/json/goes/primary/xray-flares-7-day.json',
  probeParams: undefined,
  parse(body, now, { onRows } = {}) {
    const document = readJson(body)
    if (!Array.isArray(document)) throw new ShapeError('not an array of flares')
    const flares = readRows(document, (each) => parseFlare(toRow(each) ?? {}, now), { onRows })
    return [...new Map(flares.map((flare) => [flare.id, flare])).values()]
  },
  newestAt: () => null,
  cadenceMs: hours(4),
})

/** Parses a flare. `Unk` marks a value that is not known yet, such as the end of a flare in progress. */
function parseFlare(row: Row, now: number): SolarEvent {
  const start_time = memberOf(row, 'begin_time', (value) => parseInstant(value, latestPlausible(now)))
  const satellite = parseInteger(row['satellite'], 1, 99)
  const name = satellite === null ? 'GOES' : `GOES-${satellite}`
  return createSolarEvent(`${start_time.slice(0, 19)}-FLR-${name}`, 'flare', start_time, {
    peak_time: parseInstant(row['max_time'], latestPlausible(now)),
    end_time: parseInstant(row['end_time'], latestPlausible(now)),
    flare_class: parseFlareClass(row['max_class']),
    instruments: [`${name}: XRS`],
    url: 'https://www.swpc.noaa.gov/products/goes-x-ray-flux',
  })
}
