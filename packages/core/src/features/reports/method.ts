import type { MonthlyReport } from '#features/reports/report'

/** Description of the method, in paragraphs. docs/debris.md has the formulas. */
export const method: MonthlyReport['method'] = [
  'Every night the element sets of the whole public catalogue are propagated over one UTC day with SGP4, ' +
    'one position every 20 seconds. Each position is counted in a shell 10 km thick and in a bin of ' +
    'latitude and longitude. The density of a shell is the mean number of objects in it over the day, ' +
    'divided by its volume. Altitude is the distance from the centre of the Earth minus 6378.137 km.',
  'Objects whose elements are more than 30 days from the day are counted in the catalogue but not in ' +
    'shells. Types and owners come from SATCAT. If SATCAT has no type, it is derived from the name.',
  'Changes are computed between the start day and the last day of the month that has a run. Objects count ' +
    'as newly numbered if their catalogue number is above all numbers that this instance has seen before; ' +
    'other added objects were numbered before. Objects count as decayed once SATCAT has a date of decay, ' +
    'and as gone if they left the catalogue without one. Days without a run are listed; their changes are ' +
    'included in the changes of the next day. Changes between a day before the start day and a day after ' +
    'it are left out, and the report states them separately.',
  'A cluster is a launch with at least ten debris objects newly numbered in the month. Debris is ' +
    'catalogued weeks to years after its separation, so a cluster is not necessarily a new break-up.',
  'Approaches and collisions are mean rates by kinetic theory, from the numbers by type in each shell. ' +
    'They measure how crowded the shells are and predict nothing, as they assume no manoeuvres. The same ' +
    'figures at other thicknesses of the shells, and without pairs of satellites of the same ' +
    'constellation, show the influence of the method. Satellites of constellations are identified by their ' +
    'names.',
]

/** Figures that others report and that cannot be computed from public elements. */
export const notComputable: MonthlyReport['not_computable'] = [
  { figure: 'Mass in orbit', reason: 'The public catalogue has no masses.' },
  {
    figure: 'Objects smaller than about 10 cm',
    reason: 'They are not catalogued; only models include them.',
  },
  {
    figure: 'Probability of a given collision',
    reason: 'Public element sets have no covariances, and their error is kilometres after a day.',
  },
  {
    figure: 'Fragmentation events',
    reason: 'Catalogue entries have the time at which a debris object was numbered, not when it separated.',
  },
  {
    figure: 'Payloads that work',
    reason: 'The public catalogue does not state whether a payload works.',
  },
  {
    figure: 'Environmental indices such as ECOB and the space environment health index',
    reason: 'They require masses, cross-sections and simulations over centuries.',
  },
]

/** Sources of data and formulas. */
export const sources: MonthlyReport['sources'] = [
  { name: 'CelesTrak, GP element sets and SATCAT', url: 'https://celestrak.org' },
  {
    name: 'Kessler and Cour-Palais 1978, Collision frequency of artificial satellites',
    url: 'https://doi.org/10.1029/JA083iA06p02637',
  },
  { name: 'The paper of the CRASH Clock, arXiv:2512.09643', url: 'https://arxiv.org/abs/2512.09643' },
  { name: 'Outer Space Institute, CRASH Clock', url: 'https://outerspaceinstitute.ca/crashclock' },
]
