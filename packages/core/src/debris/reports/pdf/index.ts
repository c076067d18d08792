import { PALE_INK } from '@space-data/charts'
import { monthName } from '#debris/reports/pdf/numbers'
import { PAGE, Paper, TEXT_WIDTH } from '#debris/reports/pdf/paper'
import { boxScore } from '#debris/reports/pdf/sections/box-score'
import { collisions } from '#debris/reports/pdf/sections/collisions'
import { contents, cover } from '#debris/reports/pdf/sections/cover'
import { density } from '#debris/reports/pdf/sections/density'
import { method } from '#debris/reports/pdf/sections/method'
import { newlyNumbered } from '#debris/reports/pdf/sections/newly-numbered'
import { traffic } from '#debris/reports/pdf/sections/traffic'
import type { MonthlyReport } from '#debris/reports/report'

export type { MonthlyReport } from '#debris/reports/report'

/**
 * Renders a monthly report as a tagged PDF (PDF/UA) on A4, with its fonts embedded. The same report gives the
 * same bytes on every runtime.
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
  const title = `Monthly debris report, ${monthName(report.month)}`
  const subject = `Catalogued objects in orbit from ${report.first_day} to ${report.last_day}`
  const paper = new Paper({ title, subject, createdAt: new Date(report.generated_at) })
  const place = cover(paper, report)
  boxScore(paper, report)
  traffic(paper, report)
  density(paper, report)
  newlyNumbered(paper, report)
  collisions(paper, report)
  method(paper, report)
  contents(paper, place)
  runningLines(paper, title, report)
  return paper.bytes()
}

/** Writes the header of every page but the first, and the footer with the number of the page. */
function runningLines(paper: Paper, title: string, { revision, source }: MonthlyReport): void {
  const { count } = paper.doc.bufferedPageRange()
  const style = { size: 8, colour: PALE_INK }
  const right = { width: TEXT_WIDTH, align: 'right' } as const
  for (let page = 0; page < count; page += 1) {
    paper.doc.switchToPage(page)
    if (page > 0) {
      paper.artifact(() => {
        paper.write(title, PAGE.left, 36, style)
        paper.write('Space-Data', PAGE.left, 36, { ...style, bold: true }, right)
      }, 'Pagination')
      paper.rule(52)
    }
    paper.rule(792)
    paper.artifact(() => {
      paper.write(`Source: ${source}. Revision ${revision}.`, PAGE.left, 799, style)
      paper.write(`${page + 1} of ${count}`, PAGE.left, 799, style, right)
    }, 'Pagination')
  }
}
