import { altitudeProfileChart, INK, PALE_INK } from '@space-data/charts'
import { twoDigits } from '@space-data/charts/text'
import type { Structure } from 'pdfkit'
import { figure } from '#debris/reports/pdf/figure'
import { minute, monthName, signed, whole } from '#debris/reports/pdf/numbers'
import { NAVY, PAGE, type Paper, TEXT_WIDTH } from '#debris/reports/pdf/paper'
import type { MonthlyReport } from '#debris/reports/report'
import { daysSentence, isCompared, notAttributedSentences } from '#debris/reports/sentences'

const TILE = { columns: 4, height: 56, gap: 10 } as const

/** Writes the first page and returns the place of its contents. */
export function cover(paper: Paper, report: MonthlyReport): { contents: Structure; y: number } {
  paper.artifact(() => paper.box(0, 0, PAGE.width, 44, NAVY))
  const brand = { size: 11, bold: true, colour: [255, 255, 255] } as const
  paper.element('P', () => paper.write('Space-Data', PAGE.left, 15, brand))
  paper.heading('H1', 'Monthly debris report')
  paper.space(-4)
  paper.paragraph(monthName(report.month), { size: 16, colour: INK })
  paper.note(
    `Revision ${report.revision}, made ${minute(report.generated_at)} from the ${report.source} as of ` +
      `${minute(report.catalogued_at)}. ${daysSentence(report)}`,
  )
  for (const sentence of notAttributedSentences(report)) paper.note(sentence)
  tiles(paper, keyFigures(report))
  if (report.density.shells.length > 0) {
    figure(
      paper,
      altitudeProfileChart(report.density.shells, [report.start_day, report.last_day]),
      `Density of catalogued objects by altitude. Altitudes are geocentric, above 6378.137 km. ` +
        `Source: ${report.source}, ${report.last_day}.`,
    )
  }
  paper.heading('H2', 'Contents')
  const place = { contents: paper.later('TOC'), y: paper.y }
  paper.newPage()
  return place
}

/** Writes the contents, once the pages of all sections are known. */
export function contents(paper: Paper, place: { contents: Structure; y: number }): void {
  paper.doc.switchToPage(0)
  const style = { size: 9.5, colour: INK }
  for (const [i, { title, page }] of paper.sections.entries()) {
    const y = place.y + 15 * i
    const write = () => {
      paper.write(title, PAGE.left, y, style)
      paper.write(String(page), PAGE.left, y, style, { width: TEXT_WIDTH, align: 'right' })
    }
    paper.element('TOCI', write, {}, place.contents)
  }
  place.contents.end()
}

function keyFigures(report: MonthlyReport): [string, string, string][] {
  const { total, by_type } = report.box_score
  const { rates } = report.collisions
  const days = rates.no_manoeuvre_collision_days
  const hasChanges = isCompared(report)
  const change = (of: number) => (hasChanges ? `${signed(of)} in the month` : `on ${report.last_day}`)
  const counted = (count: number, note: string): [string, string] =>
    hasChanges ? [whole(count), note] : ['–', 'no earlier day to compare']
  const [numbered, numberedNote] = counted(report.newly_numbered.count, 'above all earlier numbers')
  const [decays, decaysNote] = counted(report.decays_count, 'with a date in the catalogue')
  return [
    [whole(total.end), 'Catalogued objects', change(total.change)],
    [whole(by_type.payload.end), 'Payloads', change(by_type.payload.change)],
    [whole(by_type.rocket_body.end), 'Rocket bodies', change(by_type.rocket_body.change)],
    [whole(by_type.debris.end), 'Pieces of debris', change(by_type.debris.change)],
    [numbered, 'Newly numbered', numberedNote],
    [decays, 'Decays', decaysNote],
    [whole(rates.approaches_under_1_km_per_day), 'Approaches a day', 'of two objects, below 1 km'],
    [days === null ? '–' : twoDigits(days), 'Days to a collision', 'if nothing manoeuvred'],
  ]
}

function tiles(paper: Paper, figures: readonly (readonly [string, string, string])[]): void {
  const width = (TEXT_WIDTH - TILE.gap * (TILE.columns - 1)) / TILE.columns
  for (const [i, [value, name, note]] of figures.entries()) {
    const x = PAGE.left + (i % TILE.columns) * (width + TILE.gap)
    const y = paper.y + Math.floor(i / TILE.columns) * (TILE.height + TILE.gap)
    paper.artifact(() => {
      paper.box(x, y, width, TILE.height, [243, 246, 250])
      paper.box(x, y, 2, TILE.height, NAVY)
    })
    paper.element('P', () => {
      paper.write(name, x + 10, y + 6, { size: 8.5, bold: true })
      paper.write(value, x + 10, y + 16, { size: 17, bold: true, colour: NAVY })
      paper.write(note, x + 10, y + 41, { size: 7.5, colour: PALE_INK })
    })
  }
  paper.y += Math.ceil(figures.length / TILE.columns) * (TILE.height + TILE.gap) + 6
}
