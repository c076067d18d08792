import { levelBadge } from '#data/level-badge'
import { colorize } from '#kit/colors'
import type { ColorDepth } from '#kit/terminal'

/** Colours the headings and the levels of the scales; without the codes the text stays the same. */
export function paintNow(text: string, colors: ColorDepth | undefined): string {
  return text
    .replace(/^(?:Space-Data|Next launches).*/gm, (line) => colorize(line, 'title', colors))
    .replace(/^ +now .*/m, (line) => colorize(line, 'muted', colors))
    .replace(/ ([GRS]([0-5])) /g, (badge, _, level) => levelBadge(badge, Number(level), colors))
}
