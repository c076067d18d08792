import type { Rgb } from '@space-data/charts'

/** A drawing of boxes and labels, in points from the upper left corner; independent of the file format. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** One sentence for screen readers. */
  readonly description: string
  readonly marks: readonly Mark[]
}

export type Mark = Box | Label

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: Rgb
  /** Tooltip, where the format supports it. */
  readonly hint?: string
}

export interface Label {
  readonly x: number
  /** Baseline of the text. */
  readonly y: number
  readonly text: string
  /** Font size in points. */
  readonly size: number
  readonly fill: Rgb
  readonly anchor?: 'start' | 'middle' | 'end'
  /** Whether the text is rotated to read upwards. */
  readonly rotated?: true
}

export const PAPER: Rgb = [255, 255, 255]
export const INK: Rgb = [28, 32, 48]
export const PALE_INK: Rgb = [96, 104, 124]
export const RULE: Rgb = [222, 226, 234]

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
