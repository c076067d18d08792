import type { Rgb } from '@space-data/core/figures'

/** A drawing of boxes and words, measured in points from the upper left corner; one list for every file format. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** What it shows, in a sentence, for those who do not see it. */
  readonly description: string
  readonly marks: readonly Mark[]
}

export type Mark = Box | Words

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: Rgb
  /** What a reader is told who points at it, where the format can. */
  readonly hint?: string
}

export interface Words {
  readonly x: number
  /** Of the line that the letters stand on. */
  readonly y: number
  readonly words: string
  /** Height of the letters with what hangs below, in points. */
  readonly size: number
  readonly fill: Rgb
  readonly anchor?: 'start' | 'middle' | 'end'
  /** Whether they read upwards instead of to the right. */
  readonly turned?: true
}

export const PAPER: Rgb = [255, 255, 255]
export const INK: Rgb = [28, 32, 48]
export const PALE_INK: Rgb = [96, 104, 124]
export const RULE: Rgb = [222, 226, 234]

/** The size that all pictures of shells have. */
export const FRAME = { width: 1_080, height: 620 }

/** Title, two lines below it, and a line at the foot. */
export function captions(title: string, lines: readonly string[], foot: string): Words[] {
  return [
    { x: 72, y: 42, words: title, size: 22, fill: INK },
    ...lines.map((words, i) => ({ x: 72, y: 66 + 19 * i, words, size: 13, fill: PALE_INK })),
    { x: 72, y: FRAME.height - 16, words: foot, size: 11, fill: PALE_INK },
  ]
}
