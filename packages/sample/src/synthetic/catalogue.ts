import { type Family, families } from '#celestrak/families'
import { invent } from '#celestrak/invent'
import { type Elements, withEpoch } from '#celestrak/omm'
import { random } from '#storm'
import { DAY } from '#time'

/**
 * First number of the synthetic objects of 2026-01-01, above real ones. The sequence of catalogue numbers
 * ends at 269,999, so that numbers begin again after nine years.
 */
const FIRST_NUMBER = 200_001
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY
const DAYS = 3_300
/** Objects that are added, and removed, per day. */
const NEW_A_DAY = 12
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/**
 * Returns synthetic objects in realistic orbits, constant for the same day, count and seed. From one day to
 * the next, twelve are added and twelve removed; all others keep their orbits.
 * @param epoch epoch milliseconds
 */
export function syntheticCatalogue(count: number, epoch: number, seed = 1): Elements[] {
  const day = (Math.floor(epoch / DAY) - FIRST_DAY) % DAYS
  const first = FIRST_NUMBER + (day < 0 ? day + DAYS : day) * NEW_A_DAY
  return Array.from({ length: count }, (_, i) => {
    const noradId = first + i
    const family = familyAt((noradId * GOLDEN_RATIO + random(seed, 0)) % 1)
    const { elements } = invent(family, noradId, String(noradId), seed)
    const share = (salt: number) => random(noradId, 1_000 * seed + salt)
    return withEpoch(elements, formatEpoch(epoch - ageMs(share(11), share(12))))
  })
}

const total = families.reduce((sum, { objects }) => sum + objects, 0)

/** Returns the family at a share of the cumulated population. */
function familyAt(share: number): Family {
  let below = 0
  const isAbove = ({ objects }: Family) => {
    below += objects / total
    return share < below
  }
  return families.find(isAbove) ?? families.at(-1)!
}

/** Returns the age of an element set: 80 % within a day, 2 % over a month, which counts as stale. */
function ageMs(kind: number, share: number): number {
  if (kind < 0.8) return share * DAY
  if (kind < 0.94) return (1 + 2 * share) * DAY
  return (kind < 0.98 ? 3 + 9 * share : 31 + 60 * share) * DAY
}

/** Formats UTC with microseconds and without a zone, as CelesTrak does. */
function formatEpoch(at: number): string {
  return new Date(at).toISOString().replace('Z', '000')
}
