import { twoDigits } from '@space-data/charts/text'
import {
  link,
  number,
  paragraph,
  type Section,
  section,
  type Table,
  table,
  text,
} from '#features/reports/document/document'
import { pairOf } from '#features/reports/document/names'
import { fixed, whole } from '#features/reports/document/numbers'
import type { MonthlyReport } from '#features/reports/report'

/** Number of rows in a table of shares, the greatest first; the CSV has all rows. */
const LISTED = 3

type Collisions = MonthlyReport['collisions']
type Rates = Collisions['rates']

/**
 * Returns the section with approaches and collisions by kinetic theory, their components, and all
 * assumptions.
 */
export function collisions({ collisions, last_day }: MonthlyReport): Section {
  const { by_pair, by_shell, by_constellation, assumptions, quoted } = collisions
  return section('collisions', 'Approaches and collisions', [
    paragraph(
      `Without manoeuvres, two catalogued objects would collide once in ${daysOf(collisions.rates)} on ` +
        `average, by kinetic theory in shells of ${collisions.rates.bin_km} km on ` +
        `${last_day}.${rangeSentence(collisions)} The figure measures crowding and is not a forecast, as ` +
        'operators do manoeuvre.',
    ),
    paragraph(
      'Satellites of the same constellation keep their stations, so they do not meet at random. Without ' +
        `such pairs, there would be one collision in ${daysOf(collisions.without_own_pairs)}.`,
    ),
    rateTable(collisions),
    shareTable('Collisions by kinds of the two objects', 'Kinds', by_pair, (pair) =>
      pairOf(pair.object_type, pair.other_object_type),
    ),
    shareTable('Shells with the most collisions', 'Shell, km', by_shell, (shell) => {
      return `${shell.altitude_min_km}–${shell.altitude_max_km}`
    }),
    shareTable(
      'Collisions of two satellites of the same constellation',
      'Constellation',
      by_constellation,
      (each) => {
        return each.constellation
      },
    ),
    table(
      assumptions,
      [
        text('Assumed', ({ name }) => name, 1.7),
        text('Value', ({ value }) => value, 1.7),
        text('Source or reason', ({ source }) => source, 2.6),
      ],
      { caption: 'Assumptions' },
    ),
    quoted !== null &&
      table(
        [quoted],
        [
          text('Figure', ({ name }) => name),
          text('Value', ({ value }) => value, 0.7),
          text('Date', ({ date }) => date, 1.1),
          text('Difference', ({ note }) => note, 3),
          link('Address', ({ url }) => url, 2.4),
        ],
        { caption: 'A figure published by others' },
      ),
  ])
}

function daysOf({ no_manoeuvre_collision_days: days }: Rates): string {
  return days === null ? 'no number of days' : `${twoDigits(days)} days`
}

/** Returns a sentence about the influence of the assumptions on the figure. */
function rangeSentence({ by_bin }: Collisions): string {
  const figures = by_bin.flatMap(({ no_manoeuvre_collision_days: days }) => days ?? [])
  if (figures.length < 2) return ''
  return (
    ` Depending on the thickness of the shells, the figure is between ${twoDigits(Math.min(...figures))} ` +
    `and ${twoDigits(Math.max(...figures))} days. With half the radii, it is four times as long.`
  )
}

function rateTable({ rates, by_bin, without_own_pairs }: Collisions): Table {
  const all = [rates, ...by_bin.filter(({ bin_km }) => bin_km !== rates.bin_km)]
    .sort((one, other) => one.bin_km - other.bin_km)
    .map((each) => ({ name: String(each.bin_km), ...each }))
  const without = { name: `${rates.bin_km}, without pairs of the same constellation`, ...without_own_pairs }
  return table(
    [...all, without],
    [
      text('Thickness of the shells, km', ({ name }) => name, 1.6),
      number('Approaches below 1 km, per day', (each) => whole(each.approaches_under_1_km_per_day)),
      number('Days to a collision without manoeuvres', ({ no_manoeuvre_collision_days: days }) =>
        days === null ? null : twoDigits(days),
      ),
    ],
    {
      caption: 'Rates by thickness of the shells',
      isBold: ({ name }) => name === String(rates.bin_km),
    },
  )
}

type Share = Pick<Collisions['by_pair'][number], 'collisions_per_day' | 'share_percent'>

function shareTable<T extends Share>(
  caption: string,
  title: string,
  shares: readonly T[],
  nameOf: (share: T) => string,
): Table {
  return table<T>(
    shares.slice(0, LISTED),
    [
      text(title, nameOf, 2),
      number('Collisions per day', ({ collisions_per_day }) => twoDigits(collisions_per_day)),
      number('Share, %', ({ share_percent }) => fixed(share_percent, 1)),
    ],
    { caption },
  )
}
