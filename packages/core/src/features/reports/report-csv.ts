import type { MonthlyReport } from '#features/reports/report'

type Cell = string | number | null
type Row = Readonly<Record<string, unknown>>
type Section = readonly [title: string, rows: readonly Row[]]

/**
 * Renders a report as CSV: one table. The first line has the names of the columns, and the first column has
 * the section of each row.
 */
export function reportCsv(report: MonthlyReport): string {
  const { box_score, density, newly_numbered, collisions } = report
  const byType = Object.entries(box_score.by_type).map(([object_type, change]) => ({
    object_type,
    ...change,
  }))
  const clusters = newly_numbered.clusters
  const sections: readonly Section[] = [
    ['Box score by type', [{ object_type: 'total', ...box_score.total }, ...byType]],
    ['Box score by owner (SATCAT code)', box_score.by_owner],
    ['Launches', report.launches.map((launch) => ({ ...launch, owners: launch.owners.join(' ') }))],
    ['Added and removed', [pick(report, ['returned_count', 'decays_count', 'gone_count'])]],
    ['Changes not attributed to the month', report.not_attributed],
    ['Where the objects of the catalogue are on the last day', [report.coverage]],
    ['Elements', [pick(report, ['elements_age_median_days'])]],
    ['Re-entries of payloads and rocket bodies', report.re_entries],
    ['Density by shell', density.shells],
    ['Density by shell and band of latitude on the last day', bandRows(report)],
    ['Newly numbered objects', [{ total: newly_numbered.count, ...newly_numbered.by_type }]],
    ['Clusters of new debris', clusters.map(({ pieces: _, ...cluster }) => cluster)],
    [
      'Orbits of the objects of clusters',
      clusters.flatMap(({ launch, pieces }) => pieces.map((piece) => ({ launch, ...piece }))),
    ],
    ['Approaches and collisions if nothing manoeuvred', collisions.by_bin],
    ['The same without pairs of satellites of one constellation', [collisions.without_own_pairs]],
    ['Collisions by kinds of the two objects', collisions.by_pair],
    ['Collisions by shell', collisions.by_shell],
    ['Collisions of two satellites of one constellation', collisions.by_constellation],
    ['Assumptions', collisions.assumptions],
    ['Figures of others', collisions.quoted ? [collisions.quoted] : []],
    ['Not computable', report.not_computable],
  ]
  return tableOf([['Report', headRows(report)], ...sections])
}

function headRows(report: MonthlyReport): Row[] {
  const { missing_days, sources } = report
  const facts = pick(report, [
    'month',
    'source',
    'revision',
    'generated_at',
    'catalogued_at',
    'start_day',
    'first_day',
    'last_day',
  ])
  return [
    { ...facts, missing_days: missing_days.join(' ') },
    ...sources.map(({ name, url }) => ({ name, url })),
  ]
}

/**
 * Writes sections as one table with the columns of all sections. A row has cells only in the columns of its
 * section.
 */
function tableOf(sections: readonly Section[]): string {
  const names = new Set(sections.flatMap(([, rows]) => rows.flatMap((row) => Object.keys(row))))
  const lines = sections.flatMap(([title, rows]) =>
    rows.map((row) => [title, ...[...names].map((name) => row[name] as Cell | undefined)].map(cellOf).join()),
  )
  return [['section', ...names].join(), ...lines, ''].join('\n')
}

function bandRows({ latitude_altitude }: MonthlyReport): Row[] {
  const { latitude_edges_deg, altitude_edges_km, density_per_km3 } = latitude_altitude
  return density_per_km3.map((densities, shell) => ({
    altitude_min_km: altitude_edges_km[shell],
    ...Object.fromEntries(
      densities.map((density, band) => [
        `density_per_km3_from_${latitude_edges_deg[band]}_to_${latitude_edges_deg[band + 1]}_deg`,
        density,
      ]),
    ),
  }))
}

/**
 * Formats a cell. A text that a spreadsheet would read as a formula, or another reader as a comment, is
 * quoted and prefixed with `'`.
 */
function cellOf(value: Cell | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@#\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function pick<T, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>
}
