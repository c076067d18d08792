import { type Family, families } from '#celestrak/families'
import { invent, launchOf } from '#celestrak/invent'
import type { Draft } from '#celestrak/omm'
import { DAY } from '#time'

/** First number of invented objects: the public catalogue skips 70000 to 99999. */
const FIRST_NUMBER = 70_001
/** First number of recent invented objects: six digits, far above the numbers in use. */
const FIRST_NEW_NUMBER = 190_001
const DAYS_SINCE_LAUNCH = 12

/**
 * Returns an invented object for every hundred catalogued ones, at least one of each family. They are
 * constant, except for the launch of the most recent ones.
 */
export function inventedObjects(updated: number): Draft[] {
  const launch = launchOf(updated - DAYS_SINCE_LAUNCH * DAY)
  return [...settled, ...inventAll([newcomers], FIRST_NEW_NUMBER, launch)]
}

const newcomers: Family = {
  name: 'TBA - TO BE ASSIGNED #',
  objects: 400,
  launched: [2026, 2026],
  perigeeKm: [515, 530],
  heightKm: [2, 10],
  inclinationDeg: [97.4, 97.5],
  groups: ['active', 'last-30-days'],
}

const settled = inventAll(families, FIRST_NUMBER)

function inventAll(of: readonly Family[], firstNumber: number, launch?: string): Draft[] {
  const all = of.flatMap((family) => {
    const count = Math.max(1, Math.round(family.objects / 100))
    return Array.from({ length: count }, (_, i) => ({ family, number: String(i + 1).padStart(2, '0') }))
  })
  return all.map(({ family, number }, n) => invent(family, firstNumber + n, number, { launch }))
}
