import { type Catalogue, type ElementSet, readElementSets } from '@space-data/core/debris'
import { sampleObjects } from '#celestrak/catalogue'
import { SATCAT } from '#celestrak/celestrak'
import { type Elements, formatOmmCsv, formatOmmJson } from '#celestrak/omm'
import { realObjects } from '#celestrak/real-objects'
import { formatSatcat, type SatcatObject } from '#celestrak/satcat'
import { notFound } from '#response'
import { random } from '#storm'
import { syntheticObject } from '#synthetic/catalogue'
import { Population } from '#synthetic/population'
import { DAY, floorTo, HOUR } from '#time'

const OBJECTS = 30_000
const SOURCE = 'Synthetic catalogue (sample)'
/** As at CelesTrak, the data change every two hours. */
const CYCLE = 2 * HOUR

/** Returns the catalogue that a shell run of the sample propagates: well-known and synthetic objects. */
export function sampleCatalogue(now: number): Catalogue {
  const { wellKnown, synthetic } = objectsAt(floorTo(CYCLE, now))
  const { elementSets } = readElementSets(formatOmmJson([...wellKnown, ...synthetic]))
  return { elementSets, source: SOURCE, fetchedAt: now }
}

const wellKnownNumbers = new Set(realObjects.map(({ elements }) => elements.NORAD_CAT_ID))
const population = new Population(OBJECTS - wellKnownNumbers.size)

function objectsAt(at: number): { wellKnown: Elements[]; synthetic: Elements[] } {
  const objects = sampleObjects(at).map(({ elements }) => elements)
  const wellKnown = objects.filter(isWellKnown)
  const synthetic = population.numbersAt(at).map((noradId) => syntheticObject(noradId, population, at))
  return { wellKnown, synthetic }
}

/**
 * Returns the objects for which SATCAT has a date of decay: nine of ten objects that left in the last 90
 * days; the others are lost.
 */
function decayedBefore(at: number): SatcatObject[] {
  return population
    .leftBefore(at, 90)
    .filter(({ noradId }) => random(noradId, 500) < 0.9)
    .map(({ noradId, day }) => ({ ...syntheticObject(noradId, population, at), decayed: day }))
}

function wellKnownSets(at: number): readonly ElementSet[] {
  const objects = sampleObjects(floorTo(CYCLE, at)).map(({ elements }) => elements)
  return readElementSets(formatOmmJson(objects.filter(isWellKnown))).elementSets
}

function isWellKnown({ NORAD_CAT_ID }: Elements): boolean {
  return wellKnownNumbers.has(NORAD_CAT_ID)
}

/** Time for which an element set of a synthetic object stays unchanged: with the age of new ones, below 30 days. */
const RENEWED_MS = 17 * DAY

/** Returns a set as published at a later instant. Only the fields that depend on the epoch change. */
function renewed(set: ElementSet, at: number): ElementSet {
  const elements = syntheticObject(set.noradId, population, at)
  return {
    ...set,
    epoch: `${elements.EPOCH}Z`,
    raanDeg: elements.RA_OF_ASC_NODE,
    argOfPericenterDeg: elements.ARG_OF_PERICENTER,
    meanAnomalyDeg: elements.MEAN_ANOMALY,
    revAtEpoch: elements.REV_AT_EPOCH,
  }
}

/** Returns the catalogues of successive days, each as of the given instant, for the kept history. */
export function* catalogueOfDays(instants: Iterable<number>): Generator<Catalogue> {
  const sets = new Map<number, ElementSet>()
  let renewedAt = Number.NEGATIVE_INFINITY
  for (const at of instants) {
    const updated = floorTo(CYCLE, at)
    const isDue = at - renewedAt >= RENEWED_MS
    if (isDue) renewedAt = at
    const added: Elements[] = []
    for (const noradId of population.numbersAt(at)) {
      const set = sets.get(noradId)
      if (!set) added.push(syntheticObject(noradId, population, updated))
      else if (isDue) sets.set(noradId, renewed(set, updated))
    }
    for (const set of readElementSets(formatOmmJson(added)).elementSets) sets.set(set.noradId, set)
    for (const { noradId } of population.leftBefore(at, 1)) sets.delete(noradId)
    // In the order of catalogue numbers: synthetic objects have higher ones.
    yield { elementSets: [...wellKnownSets(at), ...sets.values()], source: SOURCE, fetchedAt: at }
  }
}

/**
 * Wraps `fetcher` to serve the sample catalogue for the launch years and SATCAT that the nightly run
 * requests.
 */
export function withSyntheticYears(fetcher: typeof fetch, now: () => number): typeof fetch {
  let held: { at: number; synthetic: Elements[]; years: Map<string, Elements[]> } | undefined
  const catalogueAt = (at: number) => {
    if (held?.at !== at) {
      const { wellKnown, synthetic } = objectsAt(at)
      held = { at, synthetic, years: byYear([...wellKnown, ...synthetic]) }
    }
    return held
  }
  return async (input, init) => {
    const { host, pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const year = searchParams.get('INTDES') ?? ''
    if (host !== 'celestrak.org' || (!/^\d{4}$/.test(year) && pathname !== SATCAT))
      return fetcher(input, init)
    const { synthetic, years } = catalogueAt(floorTo(CYCLE, now()))
    if (pathname === SATCAT)
      return satcat(await fetcher(input, init), [...synthetic, ...decayedBefore(now())])
    const launched = years.get(year)
    if (!launched) return notFound('text/plain', 'No GP data found')
    return csv(formatOmmCsv(launched))
  }
}

/** Returns SATCAT with the sample's objects, followed by the synthetic ones, whose numbers are higher. */
async function satcat(own: Response, objects: readonly SatcatObject[]): Promise<Response> {
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
