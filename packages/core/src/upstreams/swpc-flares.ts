import { hours } from '#time'
import { instantOf, integerOf, type Row, rowsIn, soonAfter } from '#upstreams/checked'
import { readJson } from '#upstreams/json'
import { mismatchIn, ShapeMismatch } from '#upstreams/shape'
import { flareClassIn, type SolarEvent, solarEvent } from '#upstreams/solar-event'
import { upstream } from '#upstreams/upstream'

/** The flares that GOES saw in the last seven days, without a place on the Sun; ids are made of satellite and begin. */
export const goesFlares = upstream<unknown, readonly SolarEvent[]>({
  id: 'swpc-flares-7d',
  provider: 'swpc',
  label: 'GOES X-ray flares (7 days)',
  target: () => '/json/goes/primary/xray-flares-7-day.json',
  probe: undefined,
  parse(body, now) {
    const document = readJson(body)
    if (!Array.isArray(document)) throw new ShapeMismatch('not an array of flares')
    const flares = new Map(
      rowsIn(document)
        .flatMap((row) => read(row, now))
        .map((flare) => [flare.id, flare]),
    )
    if (document.length > 0 && flares.size === 0) throw mismatchIn(document, { begin_time: () => false })
    return [...flares.values()]
  },
  newest: () => null,
  cadenceMs: hours(4),
})

/** `Unk` stands for what is not known yet, such as the end of a flare under way. */
function read(row: Row, now: number): SolarEvent[] {
  const start_time = instantOf(row['begin_time'], soonAfter(now))
  if (start_time === null) return []
  const satellite = integerOf(row['satellite'], 1, 99)
  const name = satellite === null ? 'GOES' : `GOES-${satellite}`
  return [
    solarEvent(`${start_time.slice(0, 19)}-FLR-${name}`, 'flare', start_time, {
      peak_time: instantOf(row['max_time'], soonAfter(now)),
      end_time: instantOf(row['end_time'], soonAfter(now)),
      flare_class: flareClassIn(row['max_class']),
      instruments: [`${name}: XRS`],
      url: 'https://www.swpc.noaa.gov/products/goes-x-ray-flux',
    }),
  ]
}
