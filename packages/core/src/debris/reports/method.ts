import type { MonthlyReport } from '#debris/reports/report'

/** How the figures are made, in paragraphs. docs/debris.md has the formulas. */
export const method: MonthlyReport['method'] = [
  'Every night the element sets of the whole public catalogue are propagated over one UTC day with SGP4, one ' +
    'position every 20 seconds. Each position is counted in a shell 10 km thick and a bin of latitude and ' +
    'longitude. The density of a shell is the mean number of objects in it over the day, divided by its ' +
    'volume. Altitude is the distance from the centre of the Earth minus 6378.137 km.',
  'Objects whose elements are more than 30 days from the day are counted in the catalogue but not in shells. ' +
    'Types and owners are those of SATCAT, or else types follow from names.',
  'Changes compare the last day of the month that has a run with the start day. Objects count as newly ' +
    'numbered if their catalogue number is above all those that this instance has seen before; others that were ' +
    'added were numbered before. They count as decayed once SATCAT has a date of decay, and as gone if they left ' +
    'the catalogue without one. Days without a run are listed: what changed on them is in the changes of the next ' +
    'day. What changed between a day before the start day and one after it is left out, and said.',
  'A cluster is a launch of which at least ten pieces of debris were newly numbered in the month. Pieces are ' +
    'catalogued weeks to years after they came off, so a cluster need not be a new break-up.',
  'Approaches and collisions are mean rates by kinetic theory, from the numbers by type in each shell. They ' +
    'tell how crowded the shells are, and predict nothing: nothing is assumed to manoeuvre. The same figures ' +
    'at other thicknesses of the shells, and without pairs of satellites of one constellation, show how much ' +
    'the method decides. Satellites of constellations are known by their names.',
]

/** What others report and public elements do not give. */
export const notComputable: MonthlyReport['not_computable'] = [
  { figure: 'Mass in orbit', reason: 'The public catalogue has no masses.' },
  { figure: 'Objects smaller than about 10 cm', reason: 'They are not catalogued; only models have them.' },
  {
    figure: 'Probability of a given collision',
    reason: 'Public element sets come without covariances, and their error is kilometres after a day.',
  },
  {
    figure: 'Fragmentation events',
    reason: 'Catalogue entries say when a piece was numbered, not when it came off.',
  },
  {
    figure: 'Payloads that work',
    reason: 'The public catalogue does not say whether a payload works.',
  },
  {
    figure: 'Environmental indices such as ECOB and the space environment health index',
    reason: 'They need masses, cross-sections and simulations over centuries.',
  },
]

/** Where data and formulas are from. */
export const sources: MonthlyReport['sources'] = [
  { name: 'CelesTrak, GP element sets and SATCAT', url: 'https://celestrak.org' },
  {
    name: 'Kessler and Cour-Palais 1978, Collision frequency of artificial satellites',
    url: 'https://doi.org/10.1029/JA083iA06p02637',
  },
  { name: 'The paper of the CRASH Clock, arXiv:2512.09643', url: 'https://arxiv.org/abs/2512.09643' },
  { name: 'Outer Space Institute, CRASH Clock', url: 'https://outerspaceinstitute.ca/crashclock' },
]
