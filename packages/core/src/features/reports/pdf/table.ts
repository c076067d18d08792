import { INK, PALE_INK, type Rgb } from '@space-data/charts'
import type { Structure } from 'pdfkit'
import type { Column, Table } from '#features/reports/document/document'
import { NAVY, PAGE, type Paper, type Style, TEXT_WIDTH } from '#features/reports/pdf/paper'

const SIZE = 8.5
const PADDING = 2.4
const GAP = 6
const HEADER: Style = { size: 8, bold: true, colour: NAVY }
const STRIPE: Rgb = [245, 247, 250]

/** Maximum number of rows of a table that is kept on one page, if it fits. */
const KEPT_ROWS = 6

/** Writes a table. Its header is repeated on each page as an artifact. */
export function writeTable(paper: Paper, { caption, columns, rows, none }: Table): void {
  if (caption === undefined) paper.need(leastHeight(rows))
  else paper.heading('H3', caption, leastHeight(rows) + 28)
  if (rows.length === 0) {
    paper.paragraph(none)
    return
  }
  const boxes = placed(columns)
  const titles = columns.map(({ title }) => title)
  const headerHeight = heightOf(paper, boxes, titles, HEADER)
  paper.group('Table', (element) => {
    paper.group('TR', (row) => writeRow(paper, boxes, titles, HEADER, row), element)
    endHeader(paper, headerHeight)
    for (const [i, { cells, isBold }] of rows.entries()) {
      const style = { size: SIZE, bold: isBold, colour: INK }
      const height = heightOf(paper, boxes, cells, style)
      // The last row is never the only row on a page.
      const kept = i === rows.length - 2 ? 2 * height : height
      if (paper.y + kept > PAGE.bottom) {
        paper.newPage()
        paper.artifact(() => writeRow(paper, boxes, titles, HEADER), 'Pagination')
        endHeader(paper, headerHeight)
      }
      if (i % 2 === 1) paper.artifact(() => paper.box(PAGE.left, paper.y, TEXT_WIDTH, height, STRIPE))
      paper.group('TR', (row) => writeRow(paper, boxes, cells, style, row), element)
      paper.y += height
    }
  })
  paper.rule(paper.y, PALE_INK)
  paper.space(8)
}

/**
 * Returns the height that must stay together: the header of a table with all rows, or with two rows of a long
 * table.
 */
export function leastHeight({ length }: Table['rows']): number {
  return 20 + (SIZE + 7.4) * (length <= KEPT_ROWS ? length : 2)
}

interface Place extends Column {
  readonly x: number
  readonly width: number
}

function placed(columns: readonly Column[]): Place[] {
  const sum = columns.reduce((shares, { share }) => shares + share, 0)
  let x: number = PAGE.left
  return columns.map((column) => {
    const width = (column.share / sum) * TEXT_WIDTH
    const place = { ...column, x: x + GAP / 2, width: width - GAP }
    x += width
    return place
  })
}

function heightOf(paper: Paper, boxes: readonly Place[], cells: readonly string[], style: Style): number {
  const heights = boxes.map(({ width }, i) => paper.heightOf(cells[i] ?? '', style, width))
  return Math.max(...heights) + 2 * PADDING - 2
}

function endHeader(paper: Paper, height: number): void {
  paper.y += height
  paper.rule(paper.y, NAVY, 0.8)
}

/**
 * Writes a row, and adds it to the structure if there is an element for it: titles as headers of their
 * columns, the first cell as the header of the row.
 */
function writeRow(
  paper: Paper,
  boxes: readonly Place[],
  cells: readonly string[],
  style: Style,
  row?: Structure,
): void {
  for (const [i, { x, width, type }] of boxes.entries()) {
    const align = type === 'number' ? 'right' : 'left'
    const write = () => paper.write(cells[i] ?? '', x, paper.y + PADDING, style, { width, align })
    if (row === undefined) write()
    else if (style === HEADER) paper.element('TH', write, { scope: 'Column' }, row)
    else if (i === 0) paper.element('TH', write, { scope: 'Row' }, row)
    else paper.element('TD', write, {}, row)
  }
}
