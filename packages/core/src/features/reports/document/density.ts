import { densityChangeChart, latitudeAltitudeMap } from '@space-data/charts'
import {
  chart,
  note,
  number,
  paragraph,
  type Section,
  section,
  type Table,
  table,
  text,
} from '#features/reports/document/document'
import { isCompared } from '#features/reports/document/names'
import { fixed, perBillion, signed } from '#features/reports/document/numbers'
import type { MonthlyReport } from '#features/reports/report'

/** Number of shells in a table; the CSV has all shells. */
const LISTED = 5

/** Returns the section with density by altitude and latitude, and with the most notable shells. */
export function density(report: MonthlyReport): Section {
  const { start_day, last_day, source } = report
  const { shells, densest, fastest_growing, fastest_declining } = report.density
  const hasChanges = isCompared(report)
  if (shells.length === 0)
    return section('density', 'Density', [paragraph('No run of the month has shells.')])
  return section('density', 'Density', [
    paragraph(
      'Spatial density of catalogued objects: their mean number per volume, from their orbits propagated ' +
        'over a day. The first chart shows it by altitude. Below are ' +
        `${hasChanges ? 'the changes in the month and ' : ''}the density by latitude.`,
    ),
    hasChanges &&
      chart(
        densityChangeChart(shells),
        `Change of the mean number of objects in each shell, ${start_day} to ${last_day}. Source: ${source}.`,
      ),
    chart(
      latitudeAltitudeMap(report.latitude_altitude),
      'Density by latitude and altitude, objects per billion km³, logarithmic scale; grey: none. ' +
        `Source: ${source}, ${last_day}.`,
    ),
    shellTable('Densest shells of the last day', densest, report),
    hasChanges && shellTable('Shells that gained the most objects', fastest_growing, report),
    hasChanges && shellTable('Shells that lost the most objects', fastest_declining, report),
    note(
      'Objects: mean number in the shell over the day. Density: objects per billion km³, for all objects ' +
        'and without satellites of constellations. All shells are in the CSV.',
    ),
  ])
}

/** @param edges Lower edges of the shells, km. */
function shellTable(caption: string, edges: readonly number[], report: MonthlyReport): Table {
  const { start_day, last_day, density } = report
  const hasChanges = isCompared(report)
  return table(
    edges
      .slice(0, LISTED)
      .flatMap((km) => density.shells.find(({ altitude_min_km }) => altitude_min_km === km) ?? []),
    [
      text(
        'Altitude, km',
        ({ altitude_min_km, altitude_max_km }) => `${altitude_min_km}–${altitude_max_km}`,
        0.9,
      ),
      hasChanges && number(`Objects ${start_day}`, ({ objects_start }) => fixed(objects_start, 1)),
      number(`Objects ${last_day}`, ({ objects_end }) => fixed(objects_end, 1)),
      hasChanges &&
        number('Change, objects', ({ objects_start, objects_end }) => signed(objects_end - objects_start, 1)),
      number(`Density ${last_day}`, (shell) => perBillion(shell.density_end_per_km3)),
      number('Without constellations', (shell) =>
        perBillion(shell.density_end_without_constellations_per_km3),
      ),
    ],
    { caption },
  )
}
