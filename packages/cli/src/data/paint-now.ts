import { levelBadge } from '#data/level-badge'
import { colorize } from '#kit/colors'
import type { ColorDepth } from '#kit/terminal'

/** A level in the line of its scale. The pattern skips levels in the text of a notice. */
const LEVEL = /(?<=^\w+ \w+ +) [GRS]([0-5]) /gm

/** Colours the headings and the levels of the scales; adds only colour codes. */
export function paintNow(text: string, colors: ColorDepth | undefined): string {
  return text
    .replace(/^Space-Data.*/gm, (line) => colorize(line, 'title', colors))
    .replace(/^ +(?:now|newest value) .*|^ {2}(?:All but the first is )?NOAA’s own.*/gm, (line) =>
      colorize(line, 'muted', colors),
    )
    .replace(LEVEL, (badge, level) => levelBadge(badge, Number(level), colors))
}
