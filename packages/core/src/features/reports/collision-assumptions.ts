import { radiiM } from '#features/debris/density/collision-rate'
import type { MonthlyReport } from '#features/reports/report'

type Collisions = MonthlyReport['collisions']

/** All assumptions behind the rates of collisions. */
export const assumptions: Collisions['assumptions'] = [
  {
    name: 'radius of a payload',
    value: `${radiiM.payload} m`,
    source: 'assumed: 79 m² with solar arrays, so that two payloads collide within 314 m²',
  },
  {
    name: 'radius of a rocket body',
    value: `${radiiM.rocket_body} m`,
    source: 'assumed: mean projected area of a cylinder of 8 m by 3 m, a quarter of its surface',
  },
  {
    name: 'radius of debris and of objects of unknown type',
    value: `${radiiM.debris} m`,
    source: 'assumed: catalogued debris is mostly between 0.1 m and 1 m',
  },
  {
    name: 'relative speed',
    value: '4/3 of the circular speed in each shell (10.1 km/s at 550 km)',
    source: 'mean of equal speeds in random directions',
  },
  {
    name: 'distribution',
    value: 'even over each shell, phases at random',
    source:
      'kinetic theory, Kessler and Cour-Palais 1978; satellites of a constellation actually keep their ' +
      'stations, so rates without pairs of the same constellation are also given',
  },
  {
    name: 'manoeuvres',
    value: 'none',
    source: 'payloads that avoid collisions make the real rate lower',
  },
  {
    name: 'objects',
    value: 'catalogued objects with elements up to 30 days old, within the shells',
    source: 'smaller objects are not catalogued and not counted',
  },
]

const quoted = {
  name: 'CRASH Clock',
  value: '2.2 days',
  date: '2026-08-15',
  url: 'https://outerspaceinstitute.ca/crashclock',
  note:
    'published by the Outer Space Institute, based on its own cross-sections, speeds and shells; quoted as ' +
    'of that date',
}

/** Returns the external figure that the report of a month quotes, unless it is younger than the month. */
export function quotedIn(month: string): Collisions['quoted'] {
  return month < quoted.date.slice(0, 7) ? null : { ...quoted }
}
