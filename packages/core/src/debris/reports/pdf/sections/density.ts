import { densityChangeChart, latitudeAltitudeMap } from '@space-data/charts'
import { figure } from '#debris/reports/pdf/figure'
import { fixed, perBillion, signed } from '#debris/reports/pdf/numbers'
import type { Paper } from '#debris/reports/pdf/paper'
import { type Column, table } from '#debris/reports/pdf/table'
import type { MonthlyReport } from '#debris/reports/report'
import { isCompared } from '#debris/reports/sentences'

/** Density by altitude and latitude, and the shells that stand out. */
export function density(paper: Paper, report: MonthlyReport): void {
  const { shells, densest, fastest_growing, fastest_declining } = report.density
  const { start_day, last_day, source } = report
  paper.section('3  Density', 260)
  if (shells.length === 0) {
    paper.paragraph('No run of the month has shells.')
    return
  }
  const hasChanges = isCompared(report)
  paper.paragraph(
    'Spatial density of catalogued objects: their mean number per volume, from their orbits propagated over a ' +
      `day. Page 1 shows it by altitude; below is ${hasChanges ? 'what changed in the month, and ' : ''}how it ` +
      'varies with latitude.',
  )
  if (hasChanges) {
    const when = `${start_day} to ${last_day}. Source: ${source}.`
    figure(paper, densityChangeChart(shells), `Change of the mean number of objects in each shell, ${when}`)
  }
  const map = latitudeAltitudeMap(report.latitude_altitude)
  const unit = 'objects per billion km³, logarithmic scale; grey: none'
  figure(paper, map, `Density by latitude and altitude, ${unit}. Source: ${source}, ${last_day}.`)
  const list = (title: string, edges: readonly number[]) => {
    const listed = edges.flatMap((km) => shells.find(({ altitude_min_km }) => altitude_min_km === km) ?? [])
    paper.heading('H3', title, 60 + 17.5 * listed.length)
    if (listed.length === 0) paper.paragraph('None.')
    else shellTable(paper, listed, report)
  }
  list('The densest shells of the last day', densest)
  if (hasChanges) {
    list('Shells that gained most objects', fastest_growing)
    list('Shells that lost most objects', fastest_declining)
  }
  paper.note(
    'Objects: mean number in the shell at any time. Density: objects per billion km³, of all objects and without ' +
      'the satellites of constellations.',
  )
}

function shellTable(
  paper: Paper,
  shells: MonthlyReport['density']['shells'],
  report: Pick<MonthlyReport, 'start_day' | 'last_day'>,
): void {
  const { start_day, last_day } = report
  const hasChanges = isCompared(report)
  const number = { share: 1.15, isNumber: true } as const
  const columns: Column[] = [
    { title: 'Altitude, km', share: 1.1 },
    ...(hasChanges ? [{ title: `Objects ${start_day}`, ...number }] : []),
    { title: `Objects ${last_day}`, ...number },
    ...(hasChanges ? [{ title: 'Change, objects', ...number }] : []),
    { title: `Density ${last_day}`, ...number },
    { title: 'Without constellations', ...number },
  ]
  table(
    paper,
    columns,
    shells.map((shell) => {
      const { objects_start, objects_end, density_end_per_km3 } = shell
      const { density_end_without_constellations_per_km3: without } = shell
      return {
        cells: [
          `${shell.altitude_min_km}–${shell.altitude_max_km}`,
          ...(hasChanges ? [fixed(objects_start, 1)] : []),
          fixed(objects_end, 1),
          ...(hasChanges ? [signed(objects_end - objects_start, 1)] : []),
          perBillion(density_end_per_km3),
          perBillion(without),
        ],
      }
    }),
  )
}
