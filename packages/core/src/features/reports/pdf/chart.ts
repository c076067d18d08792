import type { Label, Line, Mark } from '@space-data/charts'
import type { Chart } from '#features/reports/document/document'
import { PAGE, type Paper, TEXT_WIDTH } from '#features/reports/pdf/paper'

/** Draws a chart across the text with its caption beneath. */
export function writeChart(paper: Paper, { drawing, caption }: Chart): void {
  paper.need(chartHeight({ drawing }))
  const height = drawing.height * (TEXT_WIDTH / drawing.width)
  const top = paper.y
  const draw = () => {
    for (const mark of drawing.marks) drawMark(paper, mark, top)
  }
  const bbox = [PAGE.left, top, PAGE.right, top + height] as const
  paper.element('Figure', draw, { alt: drawing.description, bbox, placement: 'Block' })
  paper.y += height + 4
  paper.note(caption)
}

/** Returns the height of a chart with its caption. */
export function chartHeight({ drawing }: Pick<Chart, 'drawing'>): number {
  return drawing.height * (TEXT_WIDTH / drawing.width) + 34
}

function drawMark(paper: Paper, mark: Mark, top: number): void {
  if ('text' in mark) drawLabel(paper, mark, top)
  else if ('path' in mark) drawLine(paper, mark, top)
  else paper.box(PAGE.left + mark.x, top + mark.y, mark.width, mark.height, mark.fill)
}

function drawLine({ doc }: Paper, { path, stroke, thickness, dashed }: Line, top: number): void {
  doc.save().translate(PAGE.left, top).strokeColor(stroke).lineWidth(thickness).lineJoin('round')
  if (dashed) doc.dash(3 * thickness, { space: 2 * thickness })
  doc.path(path).stroke().restore()
}

function drawLabel(paper: Paper, { x, y, text, size, fill, anchor, rotated }: Label, top: number): void {
  const width = paper.widthOf(text, { size })
  const shift = anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0
  const [left, base] = [PAGE.left + x, top + y]
  // pdfkit positions text by its ascender, 1.025 em above the baseline.
  const write = () =>
    paper.write(text, left - shift, base - 1.025 * size, { size, colour: fill }, { lineBreak: false })
  if (!rotated) {
    write()
    return
  }
  paper.doc.save().rotate(-90, { origin: [left, base] })
  write()
  paper.doc.restore()
}
