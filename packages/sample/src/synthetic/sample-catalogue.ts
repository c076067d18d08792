import { type Catalogue, readElementSets } from '@space-data/core/debris'
import { sampleObjects } from '#celestrak/catalogue'
import { SATCAT } from '#celestrak/celestrak'
import { type Elements, formatOmmCsv } from '#celestrak/omm'
import { formatSatcat } from '#celestrak/satcat'
import { notFound } from '#response'
import { syntheticCatalogue } from '#synthetic/catalogue'
import { floorTo, HOUR } from '#time'

const OBJECTS = 30_000
/** As at CelesTrak, the data change every two hours. */
const CYCLE = 2 * HOUR

/** Returns the catalogue that a shell run of the sample propagates: space stations and synthetic objects. */
export function sampleCatalogue(now: number): Catalogue {
  const { stations, synthetic } = objectsAt(floorTo(CYCLE, now))
  const { elementSets } = readElementSets(formatOmmCsv([...stations, ...synthetic]))
  return { elementSets, source: 'Synthetic catalogue (sample)', fetchedAt: now }
}

function objectsAt(at: number): { stations: Elements[]; synthetic: Elements[] } {
  const stations = sampleObjects(at)
    .filter(({ groups }) => groups.includes('stations'))
    .map(({ elements }) => elements)
  return { stations, synthetic: syntheticCatalogue(OBJECTS - stations.length, at) }
}

/**
 * Wraps `fetcher` to serve the sample catalogue for the launch years and SATCAT that the nightly run
 * requests.
 */
export function withSyntheticYears(fetcher: typeof fetch, now: () => number): typeof fetch {
  let held: { at: number; synthetic: Elements[]; years: Map<string, Elements[]> } | undefined
  const catalogueAt = (at: number) => {
    if (held?.at !== at) {
      const { stations, synthetic } = objectsAt(at)
      held = { at, synthetic, years: byYear([...stations, ...synthetic]) }
    }
    return held
  }
  return async (input, init) => {
    const { host, pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const year = searchParams.get('INTDES') ?? ''
    if (host !== 'celestrak.org' || (!/^\d{4}$/.test(year) && pathname !== SATCAT))
      return fetcher(input, init)
    const { synthetic, years } = catalogueAt(floorTo(CYCLE, now()))
    if (pathname === SATCAT) return satcat(await fetcher(input, init), synthetic)
    const launched = years.get(year)
    if (!launched) return notFound('text/plain', 'No GP data found')
    return csv(formatOmmCsv(launched))
  }
}

/** Returns SATCAT with the sample's objects, followed by the synthetic ones, whose numbers are higher. */
async function satcat(own: Response, objects: readonly Elements[]): Promise<Response> {
  const [, ...rows] = formatSatcat(objects).split('\r\n')
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
