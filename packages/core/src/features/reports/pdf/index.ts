import { INK, PALE_INK } from '@space-data/charts'
import type { Structure } from 'pdfkit'
import type { Block, ReportDocument } from '#features/reports/document/document'
import { reportDocument } from '#features/reports/document/report-document'
import { chartHeight, writeChart } from '#features/reports/pdf/chart'
import { writeKeyFigures } from '#features/reports/pdf/key-figures'
import { NAVY, PAGE, Paper, TEXT_WIDTH } from '#features/reports/pdf/paper'
import { leastHeight, writeTable } from '#features/reports/pdf/table'
import type { MonthlyReport } from '#features/reports/report'

export type { MonthlyReport } from '#features/reports/report'

/**
 * Renders a monthly report as a tagged PDF (PDF/UA) on A4, with its fonts embedded. The same report produces
 * the same bytes on every runtime.
 *
 * @example
 * import type { MonthlyReport } from '@space-data/core/report'
 * import { renderReportPdf } from '@space-data/core/report'
 *
 * const authorization = 'Bearer sd_…'
 * const answer = await fetch('https://example.org/v1/reports/2026-11', { headers: { authorization } })
 * const { data } = (await answer.json()) as { data: MonthlyReport }
 * const pdf: Uint8Array = await renderReportPdf(data)
 */
export async function renderReportPdf(report: MonthlyReport): Promise<Uint8Array> {
  const document = reportDocument(report)
  const title = `${document.title}, ${document.month}`
  const subject = `Catalogued objects in orbit from ${report.first_day} to ${report.last_day}`
  const paper = new Paper({ title, subject, createdAt: new Date(report.generated_at) })
  writeCover(paper, document)
  const [place, contents] = [paper.y, paper.later('TOC')]
  const entries: Entry[] = []
  paper.newPage()
  for (const [i, { title, blocks }] of document.sections.entries()) {
    const numbered = `${i + 1}  ${title}`
    entries.push({ title: numbered, page: startSection(paper, numbered, blocks) })
    for (const block of blocks) writeBlock(paper, block)
  }
  writeContents(paper, contents, place, entries)
  writeRunningLines(paper, title, report)
  return paper.bytes()
}

/** An entry of the table of contents, with the page (starting at 1) on which its section begins. */
interface Entry {
  readonly title: string
  readonly page: number
}

const RIGHT = { width: TEXT_WIDTH, align: 'right' } as const

/** Writes the first page without the table of contents. */
function writeCover(paper: Paper, { title, month, summary }: ReportDocument): void {
  paper.artifact(() => paper.box(0, 0, PAGE.width, 44, NAVY))
  const brand = { size: 11, bold: true, colour: [255, 255, 255] } as const
  paper.element('P', () => paper.write('Space-Data', PAGE.left, 15, brand))
  paper.heading('H1', title)
  paper.space(-4)
  paper.paragraph(month, { size: 16, colour: INK })
  for (const block of summary) writeBlock(paper, block)
  paper.heading('H2', 'Contents')
}

/** Least height of the blocks that stay on the page of their title. */
const KEPT = 60

/** Writes the title of a section above its first blocks, and returns its page. */
function startSection(paper: Paper, title: string, blocks: readonly Block[]): number {
  if (paper.y > PAGE.top) paper.space(14)
  let kept = 0
  for (const block of blocks) if (kept < KEPT) kept += leastOf(paper, block)
  paper.heading('H2', title, 30 + kept)
  paper.bookmark(title)
  return paper.doc.bufferedPageRange().count
}

/** Returns the height that a block needs on the page of its title. */
function leastOf(paper: Paper, block: Block): number {
  if (block.kind === 'table') return leastHeight(block.rows) + (block.caption === undefined ? 0 : 28)
  if (block.kind === 'chart') return chartHeight(block)
  return 'text' in block ? paper.heightOf(block.text, { size: 9.5 }, TEXT_WIDTH) + 5 : 0
}

function writeBlock(paper: Paper, block: Block): void {
  if (block.kind === 'table') writeTable(paper, block)
  else if (block.kind === 'chart') writeChart(paper, block)
  else if (block.kind === 'key-figures') writeKeyFigures(paper, block)
  else if (block.kind === 'note') paper.note(block.text)
  else paper.paragraph(block.text)
}

/** Writes the table of contents on the first page, once the pages of all sections are known. */
function writeContents(paper: Paper, contents: Structure, top: number, entries: readonly Entry[]): void {
  paper.doc.switchToPage(0)
  const style = { size: 9.5, colour: INK }
  for (const [i, { title, page }] of entries.entries()) {
    const y = top + 15 * i
    const write = () => {
      paper.write(title, PAGE.left, y, style)
      paper.write(String(page), PAGE.left, y, style, RIGHT)
    }
    paper.element('TOCI', write, {}, contents)
  }
  contents.end()
}

/** Writes the header of every page except the first, and the footer with the number of the page. */
function writeRunningLines(paper: Paper, title: string, { revision, source }: MonthlyReport): void {
  const { count } = paper.doc.bufferedPageRange()
  const style = { size: 8, colour: PALE_INK }
  for (let page = 0; page < count; page += 1) {
    paper.doc.switchToPage(page)
    if (page > 0) {
      paper.artifact(() => {
        paper.write(title, PAGE.left, 36, style)
        paper.write('Space-Data', PAGE.left, 36, { ...style, bold: true }, RIGHT)
      }, 'Pagination')
      paper.rule(52)
    }
    paper.rule(792)
    paper.artifact(() => {
      paper.write(`Source: ${source}. Revision ${revision}.`, PAGE.left, 799, style)
      paper.write(`${page + 1} of ${count}`, PAGE.left, 799, style, RIGHT)
    }, 'Pagination')
  }
}
