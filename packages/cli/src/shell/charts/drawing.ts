import { INK, type Label, PALE_INK } from '@space-data/charts'

/** Size of every drawing. */
export const FRAME = { width: 1_080, height: 620 }

/** Returns the title, the lines below it and the footer. */
export function captions(title: string, lines: readonly string[], foot: string): Label[] {
  return [
    { x: 72, y: 42, text: title, size: 22, fill: INK },
    ...lines.map((text, i) => ({ x: 72, y: 66 + 19 * i, text, size: 13, fill: PALE_INK })),
    { x: 72, y: FRAME.height - 16, text: foot, size: 11, fill: PALE_INK },
  ]
}
