import { type Elements, withEpoch } from '#celestrak/omm'
import { random } from '#storm'
import { Population } from '#synthetic/population'
import { DAY } from '#time'

/**
 * Returns synthetic objects in realistic orbits, constant for the same day, count and seed. From one day to
 * the next, twelve are added and twelve removed, unless there are only a few hundred; all others keep their
 * orbits.
 * @param epoch epoch milliseconds
 */
export function syntheticCatalogue(count: number, epoch: number, seed = 1): Elements[] {
  const population = new Population(count, seed)
  return population.numbersAt(epoch).map((noradId) => syntheticObject(noradId, population, epoch, seed))
}

/** Returns the elements of an object as published at an instant in epoch milliseconds. */
export function syntheticObject(noradId: number, population: Population, epoch: number, seed = 1): Elements {
  const share = (salt: number) => random(noradId, 1_000 * seed + salt)
  return withEpoch(population.object(noradId).elements, epoch - Math.floor(ageMs(share(11), share(12))))
}

/** Returns the age of an element set: 80 % within a day, 2 % over a month, which counts as stale. */
function ageMs(kind: number, share: number): number {
  if (kind < 0.8) return share * DAY
  if (kind < 0.94) return (1 + 2 * share) * DAY
  return (kind < 0.98 ? 3 + 9 * share : 31 + 60 * share) * DAY
}
