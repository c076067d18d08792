import { PALE_INK } from '@space-data/charts'
import type { KeyFigures } from '#features/reports/document/document'
import { NAVY, PAGE, type Paper, TEXT_WIDTH } from '#features/reports/pdf/paper'

const COLUMNS = 4
const HEIGHT = 56
const GAP = 10
const WIDTH = (TEXT_WIDTH - GAP * (COLUMNS - 1)) / COLUMNS

/** Writes key figures as tiles. */
export function writeKeyFigures(paper: Paper, { figures }: KeyFigures): void {
  for (const [i, [value, name, note]] of figures.entries()) {
    const x = PAGE.left + (i % COLUMNS) * (WIDTH + GAP)
    const y = paper.y + Math.floor(i / COLUMNS) * (HEIGHT + GAP)
    paper.artifact(() => {
      paper.box(x, y, WIDTH, HEIGHT, [243, 246, 250])
      paper.box(x, y, 2, HEIGHT, NAVY)
    })
    paper.element('P', () => {
      paper.write(name, x + 10, y + 6, { size: 8.5, bold: true })
      paper.write(value, x + 10, y + 16, { size: 17, bold: true, colour: NAVY })
      paper.write(note, x + 10, y + 41, { size: 7.5, colour: PALE_INK })
    })
  }
  paper.y += Math.ceil(figures.length / COLUMNS) * (HEIGHT + GAP) + 6
}
