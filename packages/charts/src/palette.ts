/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Color stops, dark to light; lightness increases monotonically, so the scale works in grey, too. */
const STOPS: readonly Rgb[] = [
  [20, 22, 58],
  [56, 28, 112],
  [117, 33, 129],
  [178, 52, 112],
  [226, 92, 74],
  [249, 160, 56],
  [253, 238, 158],
]

/** Returns the color at a position from 0 to 1. */
export function colourAt(place: number): Rgb {
  const at = Math.min(1, Math.max(0, place)) * (STOPS.length - 1)
  const below = Math.min(Math.floor(at), STOPS.length - 2)
  const mix = (channel: 0 | 1 | 2) => {
    const [from = 0, to = 0] = [STOPS[below]?.[channel], STOPS[below + 1]?.[channel]]
    return Math.round(from + (to - from) * (at - below))
  }
  return [mix(0), mix(1), mix(2)]
}

/** Formats a color as `#rrggbb`. */
export function hexOf(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
