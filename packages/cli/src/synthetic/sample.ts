import { type Catalogue, readElementSets } from '@space-data/core'
import { notFound } from '#sample/answer'
import { csvOf, type Elements } from '#sample/celestrak/omm'
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

/** The sample's stand-in for the provider's launch years, which the nightly run asks for one after another. */
export function sampleYears(fetcher: typeof fetch, now: () => number): typeof fetch {
  let held: { at: number; years: Map<string, Elements[]> } | undefined
  return async (input, init) => {
    const { host, searchParams } = new URL(input instanceof Request ? input.url : input)
    const year = searchParams.get('INTDES') ?? ''
    if (host !== 'celestrak.org' || !/^\d{4}$/.test(year)) return fetcher(input, init)
    const at = floorTo(CYCLE, now())
    if (held?.at !== at) held = { at, years: byYear(syntheticCatalogue(OBJECTS, at)) }
    const launched = held.years.get(year)
    if (!launched) return notFound('text/plain', 'No GP data found')
    return new Response(csvOf(launched), { headers: { 'content-type': 'text/csv' } })
  }
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
