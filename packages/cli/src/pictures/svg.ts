import { escaped, hexOf } from '@space-data/core/figures'
import { type Box, type Mark, PAPER, type Picture, type Words } from '#pictures/picture'

const FONT = 'system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif'

/** A picture as an SVG document of its own. */
export function svgOf({ width, height, description, marks }: Picture): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `role="img" aria-label="${escaped(description)}" font-family="${escaped(FONT)}">`,
    boxOf({ x: 0, y: 0, width, height, fill: PAPER }),
    ...marks.map(markOf),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

function markOf(mark: Mark): string {
  return 'words' in mark ? wordsOf(mark) : boxOf(mark)
}

/** Crisp edges: boxes that touch leave no seam. */
function boxOf({ x, y, width, height, fill, hint }: Box): string {
  const [left, top, wide, high] = [x, y, width, height].map(short)
  const rect = `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${hexOf(fill)}" shape-rendering="crispEdges"`
  return hint === undefined ? `${rect}/>` : `${rect}><title>${escaped(hint)}</title></rect>`
}

function wordsOf({ x, y, words, size, fill, anchor = 'start', turned }: Words): string {
  const place = turned
    ? `transform="translate(${short(x)} ${short(y)}) rotate(-90)"`
    : `x="${short(x)}" y="${short(y)}"`
  return `<text ${place} font-size="${size}" fill="${hexOf(fill)}" text-anchor="${anchor}">${escaped(words)}</text>`
}

function short(length: number): string {
  return String(Number(length.toFixed(2)))
}
