import { levelColours } from '@space-data/charts/text'
import type { ColorDepth } from '#kit/terminal'

/** The nearest of sixteen colours: green, yellow and red. */
const GROUNDS = [42, 43, 43, 43, 41, 41]
const [BLACK, WHITE] = [30, 97]

/** Returns a text on the colour of a level, which can be read on dark and on pale screens. */
export function levelBadge(text: string, level: number, colors: ColorDepth = 1): string {
  const colours = levelColours[level]
  if (colors === 1 || !colours) return text
  const ground = colors === 4 ? GROUNDS[level] : groundCode(toChannels(colours.fill), colors)
  const ink = (toChannels(colours.ink)[0] ?? 0) < 128 ? BLACK : WHITE
  return `\u001b[${ground};${ink}m${text}\u001b[0m`
}

function toChannels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/** Returns the code of a true colour, or of the nearest one in the 6 × 6 × 6 cube of 256 colours. */
function groundCode(channels: readonly number[], colors: ColorDepth): string {
  if (colors === 24) return `48;2;${channels.join(';')}`
  const [red = 0, green = 0, blue = 0] = channels.map((each) => Math.max(0, Math.round((each - 55) / 40)))
  return `48;5;${16 + 36 * red + 6 * green + blue}`
}
