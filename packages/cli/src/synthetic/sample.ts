import { type Catalogue, readElementSets } from '@space-data/core'
import { notFound } from '#sample/answer'
import { SATCAT } from '#sample/celestrak/celestrak'
import { csvOf, type Elements } from '#sample/celestrak/omm'
import { satcatOf } from '#sample/celestrak/satcat'
import { floorTo, HOUR } from '#sample/time'
import { syntheticCatalogue } from '#synthetic/catalogue'

const OBJECTS = 30_000
/** As at the provider, nothing changes within two hours. */
const CYCLE = 2 * HOUR

/** The catalogue that a run of the sample propagates instead of the provider's. */
export function sampleCatalogue(now: number): Catalogue {
  const { elementSets } = readElementSets(csvOf(syntheticCatalogue(OBJECTS, floorTo(CYCLE, now))))
  return { elementSets, source: 'Synthetic catalogue (sample)', fetchedAt: now }
}

/** The sample's stand-in for the provider's launch years, which the nightly run asks for one after another, and for its SATCAT. */
export function sampleYears(fetcher: typeof fetch, now: () => number): typeof fetch {
  let held: { at: number; objects: Elements[]; years: Map<string, Elements[]> } | undefined
  const catalogueAt = (at: number) => {
    if (held?.at !== at) {
      const objects = syntheticCatalogue(OBJECTS, at)
      held = { at, objects, years: byYear(objects) }
    }
    return held
  }
  return async (input, init) => {
    const { host, pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const year = searchParams.get('INTDES') ?? ''
    if (host !== 'celestrak.org' || (!/^\d{4}$/.test(year) && pathname !== SATCAT))
      return fetcher(input, init)
    const { objects, years } = catalogueAt(floorTo(CYCLE, now()))
    if (pathname === SATCAT) return satcat(await fetcher(input, init), objects)
    const launched = years.get(year)
    if (!launched) return notFound('text/plain', 'No GP data found')
    return csv(csvOf(launched))
  }
}

/** The sample's own objects, and those of the launch years behind them, whose numbers are higher. */
async function satcat(own: Response, objects: readonly Elements[]): Promise<Response> {
  const [, ...rows] = satcatOf(objects).split('\r\n')
  return csv(`${await own.text()}${rows.join('\r\n')}`)
}

function csv(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/csv' } })
}

function byYear(objects: readonly Elements[]): Map<string, Elements[]> {
  const years = new Map<string, Elements[]>()
  for (const object of objects) {
    const year = object.OBJECT_ID.slice(0, 4)
    const launched = years.get(year) ?? []
    launched.push(object)
    years.set(year, launched)
  }
  return years
}
