import { densityChangeChart, latitudeAltitudeMap } from '@space-data/charts'
import { figure } from '#reports/pdf/figure'
import { fixed, perBillion, signed } from '#reports/pdf/numbers'
import type { Paper } from '#reports/pdf/paper'
import { table } from '#reports/pdf/table'
import type { MonthlyReport } from '#reports/report'

/** Density by altitude and latitude, and the shells that stand out. */
export function density(paper: Paper, report: MonthlyReport): void {
  const { shells, densest, fastest_growing, fastest_declining } = report.density
  const { start_day, last_day, source } = report
  paper.section('3  Density', 260)
  if (shells.length === 0) {
    paper.paragraph('No run of the month has shells.')
    return
  }
  paper.paragraph(
    'Mean number of catalogued objects per volume, from their orbits propagated over a day. Page 1 shows it by ' +
      'altitude; below is what changed in the month, and how it varies with latitude.',
  )
  const when = `${start_day} to ${last_day}. Source: ${source}.`
  figure(paper, densityChangeChart(shells), `Change of the mean number of objects in each shell, ${when}`)
  const map = latitudeAltitudeMap(report.latitude_altitude)
  const unit = 'objects per billion km³, logarithmic scale; grey: none'
  figure(paper, map, `Density by latitude and altitude, ${unit}. Source: ${source}, ${last_day}.`)
  const list = (title: string, edges: readonly number[]) => {
    const listed = edges.flatMap((km) => shells.find(({ altitude_min_km }) => altitude_min_km === km) ?? [])
    paper.heading('H3', title, 60 + 17.5 * listed.length)
    if (listed.length === 0) paper.paragraph('None.')
    else shellTable(paper, listed, [start_day, last_day])
  }
  list('The densest shells of the last day', densest)
  list('Shells that gained most objects', fastest_growing)
  list('Shells that lost most objects', fastest_declining)
  paper.note('Objects: mean number in the shell at any time. Density: objects per billion km³.')
}

function shellTable(
  paper: Paper,
  shells: MonthlyReport['density']['shells'],
  [first, last]: readonly [string, string],
): void {
  const number = { share: 1.15, isNumber: true } as const
  table(
    paper,
    [
      { title: 'Altitude, km', share: 1.1 },
      { title: `Objects ${first}`, ...number },
      { title: `Objects ${last}`, ...number },
      { title: 'Change, objects', ...number },
      { title: `Density ${first}`, ...number },
      { title: `Density ${last}`, ...number },
    ],
    shells.map((shell) => {
      const { objects_start, objects_end, density_start_per_km3, density_end_per_km3 } = shell
      return {
        cells: [
          `${shell.altitude_min_km}–${shell.altitude_max_km}`,
          fixed(objects_start, 1),
          fixed(objects_end, 1),
          signed(objects_end - objects_start, 1),
          perBillion(density_start_per_km3),
          perBillion(density_end_per_km3),
        ],
      }
    }),
  )
}
