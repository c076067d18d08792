import { INK, PALE_INK, type Rgb } from '@space-data/charts'
import type { Structure } from 'pdfkit'
import { NAVY, PAGE, type Paper, type Style, TEXT_WIDTH } from '#debris/reports/pdf/paper'

/** A column; numbers stand at its right edge. */
export interface Column {
  readonly title: string
  /** Share of the width of the text. */
  readonly share: number
  readonly isNumber?: true
}

/** The cells of a row; a bold row is a sum. */
export interface Row {
  readonly cells: readonly string[]
  readonly bold?: boolean
}

const SIZE = 8.5
const PADDING = 3.2
const GAP = 6
const HEADER: Style = { size: 8, bold: true, colour: NAVY }
const STRIPE: Rgb = [245, 247, 250]

/** Writes a table; its header is repeated on each page, there as an artifact. */
export function table(paper: Paper, columns: readonly Column[], rows: readonly Row[]): void {
  const boxes = placed(columns)
  const [headerHeight, firstHeight] = [heightOf(paper, boxes, titlesOf(columns), HEADER), SIZE + 12]
  paper.need(headerHeight + 2 * firstHeight)
  paper.group('Table', (element) => {
    paper.group('TR', (row) => writeRow(paper, boxes, titlesOf(columns), HEADER, row), element)
    endHeader(paper, headerHeight)
    for (const [i, { cells, bold = false }] of rows.entries()) {
      const style = { size: SIZE, bold, colour: INK }
      const height = heightOf(paper, boxes, cells, style)
      // The last row does not stand alone on a page.
      const kept = i === rows.length - 2 ? 2 * height : height
      if (paper.y + kept > PAGE.bottom) {
        paper.newPage()
        paper.artifact(() => writeCells(paper, boxes, titlesOf(columns), HEADER), 'Pagination')
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

function titlesOf(columns: readonly Column[]): string[] {
  return columns.map(({ title }) => title)
}

function heightOf(paper: Paper, boxes: readonly Place[], cells: readonly string[], style: Style): number {
  const heights = boxes.map(({ width }, i) => paper.heightOf(cells[i] || ' ', style, width))
  return Math.max(...heights) + 2 * PADDING - 2
}

function endHeader(paper: Paper, height: number): void {
  paper.y += height
  paper.rule(paper.y, NAVY, 0.8)
}

/** Writes a row of the structure: titles as headers of their columns, the first cell as that of the row. */
function writeRow(
  paper: Paper,
  boxes: readonly Place[],
  cells: readonly string[],
  style: Style,
  row: Structure,
): void {
  for (const [i, box] of boxes.entries()) {
    const write = () => writeCell(paper, box, cells[i] ?? '', style)
    if (style === HEADER) paper.element('TH', write, { scope: 'Column' }, row)
    else if (i === 0) paper.element('TH', write, { scope: 'Row' }, row)
    else paper.element('TD', write, {}, row)
  }
}

function writeCells(paper: Paper, boxes: readonly Place[], cells: readonly string[], style: Style): void {
  for (const [i, box] of boxes.entries()) writeCell(paper, box, cells[i] ?? '', style)
}

function writeCell(paper: Paper, { x, width, isNumber }: Place, text: string, style: Style): void {
  const align = isNumber ? 'right' : 'left'
  paper.write(text || '–', x, paper.y + PADDING, style, { width, align })
}
