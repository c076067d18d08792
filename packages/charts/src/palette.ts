import { interpolateInferno } from 'd3-scale-chromatic'

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Part of the colour map in use: its darkest and palest colours vanish on a page. */
const [DARKEST, PALEST] = [0.08, 0.96]

/** Returns the color at a position from 0 to 1; lightness rises with it, so it works in grey, too. */
export function colourAt(place: number): Rgb {
  const share = Math.min(1, Math.max(0, place))
  const hex = interpolateInferno(DARKEST + share * (PALEST - DARKEST))
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

/** Formats a color as `#rrggbb`. */
export function hexOf(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The colours of the kinds of objects and of the report. They differ in grey and for colour-blind readers.
 */
export const BLUE: Rgb = [0, 82, 136]
const PALE_BLUE: Rgb = [150, 182, 208]
export const ORANGE: Rgb = [204, 96, 20]
export const GREY: Rgb = [150, 156, 170]

/** The colour of each kind of object in stacked bars. */
export const typeColours = { payload: BLUE, rocket_body: PALE_BLUE, debris: ORANGE, unknown: GREY } as const
