import { type Family, families } from '#celestrak/families'
import { invent, launchOf } from '#celestrak/invent'
import type { Draft } from '#celestrak/omm'
import { random } from '#storm'
import { DAY } from '#time'

/**
 * First number of the synthetic objects on 2026-01-01, above the real ones. Catalogue numbers end at 269,999,
 * so the sequence restarts after nine years.
 */
const FIRST_NUMBER = 200_001
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY
const DAYS = 3_300
/** Objects that are added, and removed, per day. */
const NEW_A_DAY = 12
/**
 * One object in five is passing: it stays for about 500 days in a low orbit. Smaller populations have none.
 */
const [PASSING_SHARE, LEAST_PASSING] = [0.2, 96]
/** Objects of four days leave in mixed order, because objects of one launch do not decay on the same day. */
const [MIXED, STRIDE] = [4 * NEW_A_DAY, 7]
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2
/** The families of passing objects: payloads and debris in low orbits. */
const PASSING = /^(STARLINK-3[567][05]#|FLOCK|LEMUR|CUBESAT|ACADEMIC|FALCON 9 DEB|SL-14 DEB|COSMOS 1408 DEB)/

/** Synthetic objects in realistic orbits: the numbers that exist on a day, and the object of each number. */
export class Population {
  readonly #seed: number
  readonly #lasting: number
  readonly #passing: number

  constructor(count: number, seed = 1) {
    const passing = Math.floor((PASSING_SHARE * count) / NEW_A_DAY) * NEW_A_DAY
    this.#seed = seed
    this.#passing = passing < LEAST_PASSING ? 0 : passing
    this.#lasting = count - this.#passing
  }

  /** Returns the numbers at an instant, ascending. From one day to the next, twelve come and twelve leave. */
  numbersAt(epoch: number): number[] {
    const day = dayOf(epoch)
    const numbers = Array.from({ length: this.#lasting }, (_, i) => FIRST_NUMBER + i)
    const first = FIRST_NUMBER + this.#lasting
    const [oldest, end] = [day * NEW_A_DAY, day * NEW_A_DAY + this.#passing]
    for (let i = Math.floor(oldest / MIXED) * MIXED; i < end; i += 1)
      if (rankOf(i) >= oldest) numbers.push(first + i)
    return numbers
  }

  /** Returns the objects that left in the days before an instant, with the day of each. */
  leftBefore(epoch: number, days: number): { readonly noradId: number; readonly day: string }[] {
    const [until, from] = [dayOf(epoch), dayOf(epoch) - days]
    const left = []
    for (let i = Math.max(0, (from - 4) * NEW_A_DAY); i < until * NEW_A_DAY + MIXED; i += 1) {
      const leaves = Math.floor(rankOf(i) / NEW_A_DAY) + 1
      if (this.#passing > 0 && leaves > from && leaves <= until)
        left.push({ noradId: FIRST_NUMBER + this.#lasting + i, day: dateOf(leaves) })
    }
    return left
  }

  /** Returns the object of a number, which never changes its orbit. */
  object(noradId: number): Draft {
    const i = noradId - FIRST_NUMBER - this.#lasting
    const seed = this.#seed
    if (i < 0) {
      const family = familyAt((noradId * GOLDEN_RATIO + random(seed, 0)) % 1, lasting)
      return invent(family, noradId, String(noradId), { seed })
    }
    // Objects added on one day belong to one launch: a new one, or one that has broken up.
    const day = Math.floor((i - this.#passing) / NEW_A_DAY) + 1
    const family = familyAt(((day + DAYS) * GOLDEN_RATIO + random(seed, 0)) % 1, passing)
    const launch = family.name.endsWith('#') ? launchOf((FIRST_DAY + day) * DAY) : brokenUp(family)
    return invent(family, noradId, String(noradId), { seed, launch })
  }
}

interface Weighted {
  readonly family: Family
  readonly weight: number
}

const total = sumOf(families.map((family) => ({ family, weight: family.objects })))
const passing = families
  .filter(({ name }) => PASSING.test(name))
  .map((family) => ({ family, weight: family.objects }))
/** The objects of each family that are not passing. */
const lasting = families.map((family) => {
  const passes = passing.some((each) => each.family === family)
  const share = (PASSING_SHARE * total) / sumOf(passing)
  return { family, weight: passes ? Math.max(0, family.objects * (1 - share)) : family.objects }
})

function sumOf(weighted: readonly Weighted[]): number {
  return weighted.reduce((sum, { weight }) => sum + weight, 0)
}

/** Returns the family at a share of the cumulated population. */
function familyAt(share: number, of: readonly Weighted[]): Family {
  let below = 0
  const wanted = share * sumOf(of)
  const isAbove = ({ weight }: Weighted) => {
    below += weight
    return wanted < below
  }
  return (of.find(isAbove) ?? of.at(-1)!).family
}

/** Returns the launch that the debris of a family belongs to. */
function brokenUp({ name, launched: [year] }: Family): string {
  return launchOf(Date.UTC(year, 0, 1 + Math.floor(random(name.length, name.charCodeAt(0)) * 365)))
}

/** Returns the position of an object in the order in which objects leave. */
function rankOf(i: number): number {
  const start = Math.floor(i / MIXED) * MIXED
  return start + (((i - start) * STRIDE) % MIXED)
}

function dayOf(epoch: number): number {
  const day = (Math.floor(epoch / DAY) - FIRST_DAY) % DAYS
  return day < 0 ? day + DAYS : day
}

function dateOf(day: number): string {
  return new Date((FIRST_DAY + day) * DAY).toISOString().slice(0, 10)
}
