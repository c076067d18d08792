import type { Rgb } from '#palette'

/** A drawing in points from the upper left corner; independent of the file format. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** Text alternative of the drawing. */
  readonly description: string
  readonly marks: readonly Mark[]
}

export type Mark = Box | Label | Line

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: Rgb
  /** Tooltip, if the format supports it. */
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

/** A line along a path of SVG's `M`, `L`, `H`, `V`, `h`, `v` and `z`. */
export interface Line {
  readonly path: string
  readonly stroke: Rgb
  /** Thickness in points. */
  readonly thickness: number
  readonly dashed?: true
}

export const PAPER: Rgb = [255, 255, 255]
export const INK: Rgb = [28, 32, 48]
export const PALE_INK: Rgb = [96, 104, 124]
export const RULE: Rgb = [222, 226, 234]

/** Formats a length with two decimals at most. */
export function formatLength(length: number): string {
  return String(Number(length.toFixed(2)))
}
