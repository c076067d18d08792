/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** From little to much, each lighter than the one before, so that it also reads in grey. */
const STOPS: readonly Rgb[] = [
  [20, 22, 58],
  [56, 28, 112],
  [117, 33, 129],
  [178, 52, 112],
  [226, 92, 74],
  [249, 160, 56],
  [253, 238, 158],
]

/** The colour at a place from 0 to 1. */
export function colourAt(place: number): Rgb {
  const at = Math.min(1, Math.max(0, place)) * (STOPS.length - 1)
  const below = Math.min(Math.floor(at), STOPS.length - 2)
  const mix = (channel: 0 | 1 | 2) => {
    const [from = 0, to = 0] = [STOPS[below]?.[channel], STOPS[below + 1]?.[channel]]
    return Math.round(from + (to - from) * (at - below))
  }
  return [mix(0), mix(1), mix(2)]
}

/** `#rrggbb`. */
export function hexOf(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
