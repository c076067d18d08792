import { twoDigits } from '@space-data/charts/text'
import { pairOf } from '#debris/reports/pdf/names'
import { fixed } from '#debris/reports/pdf/numbers'
import type { Paper } from '#debris/reports/pdf/paper'
import { type Column, table } from '#debris/reports/pdf/table'
import type { MonthlyReport } from '#debris/reports/report'
import { collisionSentences } from '#debris/reports/sentences'

const LISTED_PAIRS = 6
const LISTED_SHELLS = 5

/** Approaches and collisions by kinetic theory, what they are made of, and all that is assumed. */
export function collisions(paper: Paper, report: MonthlyReport): void {
  const { assumptions, quoted } = report.collisions
  paper.section('5  Approaches and collisions', 150)
  for (const sentence of collisionSentences(report)) paper.paragraph(sentence)
  rates(paper, report.collisions)
  shares(paper, report.collisions)
  paper.heading('H3', 'Assumptions', 90)
  table(
    paper,
    [
      { title: 'Assumed', share: 1.5 },
      { title: 'Value', share: 1.2 },
      { title: 'Source or reason', share: 2.6 },
    ],
    assumptions.map(({ name, value, source }) => ({ cells: [name, value, source] })),
  )
  if (quoted === null) return
  paper.heading('H3', 'A figure of others', 60)
  paper.paragraph(
    `${quoted.name}: ${quoted.value} on ${quoted.date} (${quoted.url}). Not the same figure as above: ${quoted.note}.`,
  )
}

type Collisions = MonthlyReport['collisions']

const number = { share: 1, isNumber: true } as const

function rates(paper: Paper, { rates, by_bin, without_own_pairs }: Collisions): void {
  paper.heading('H3', 'Rates, and how much the method decides', 110)
  const all = [rates, ...by_bin.filter(({ bin_km }) => bin_km !== rates.bin_km)]
    .sort((one, other) => one.bin_km - other.bin_km)
    .map((row) => ({ name: String(row.bin_km), row, bold: row.bin_km === rates.bin_km }))
  const name = `${rates.bin_km}, without pairs of one constellation`
  table(
    paper,
    [
      { title: 'Thickness of the shells, km', share: 1.6 },
      { title: 'Approaches below 1 km, per day', ...number },
      { title: 'Days to a collision if nothing manoeuvred', ...number },
    ],
    [...all, { name, row: without_own_pairs, bold: false }].map(({ name, row, bold }) => {
      const { approaches_under_1_km_per_day, no_manoeuvre_collision_days: days } = row
      const cells = [name, fixed(approaches_under_1_km_per_day, 0), days === null ? '' : twoDigits(days)]
      return { cells, bold }
    }),
  )
}

function shares(paper: Paper, { by_pair, by_shell, by_constellation }: Collisions): void {
  if (by_pair.length === 0) return
  paper.heading('H3', 'What the collisions are made of', 110)
  const columns = (title: string): Column[] => [
    { title, share: 2 },
    { title: 'Collisions per day', ...number },
    { title: 'Share, %', ...number },
  ]
  const rowOf = (name: string, { collisions_per_day, share_percent }: Share) => {
    return { cells: [name, twoDigits(collisions_per_day), fixed(share_percent, 1)] }
  }
  table(
    paper,
    columns('Kinds of objects'),
    by_pair
      .slice(0, LISTED_PAIRS)
      .map((pair) => rowOf(pairOf(pair.object_type, pair.other_object_type), pair)),
  )
  table(
    paper,
    columns('Shell, km'),
    by_shell
      .slice(0, LISTED_SHELLS)
      .map((shell) => rowOf(`${shell.altitude_min_km}–${shell.altitude_max_km}`, shell)),
  )
  if (by_constellation.length === 0) return
  table(
    paper,
    columns('Pairs of satellites of one constellation'),
    by_constellation.slice(0, LISTED_SHELLS).map((each) => rowOf(each.constellation, each)),
  )
}

type Share = Pick<Collisions['by_pair'][number], 'collisions_per_day' | 'share_percent'>
