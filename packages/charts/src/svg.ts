import { type Box, type Drawing, formatLength, type Label, type Line, type Mark, PAPER } from '#drawing'
import { escaped } from '#escaped'
import { hexOf } from '#palette'

const FONT = 'system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif'

/** Renders a drawing as a standalone SVG document. */
export function renderSvg({ width, height, description, marks }: Drawing): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `role="img" aria-label="${escaped(description)}" font-family="${escaped(FONT)}">`,
    renderBox({ x: 0, y: 0, width, height, fill: PAPER }),
    ...marks.map(renderMark),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

function renderMark(mark: Mark): string {
  if ('text' in mark) return renderLabel(mark)
  return 'path' in mark ? renderLine(mark) : renderBox(mark)
}

/** `crispEdges` avoids seams between adjacent boxes. */
function renderBox({ x, y, width, height, fill, hint }: Box): string {
  const [left, top, wide, high] = [x, y, width, height].map(formatLength)
  const rect = `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${hexOf(fill)}" shape-rendering="crispEdges"`
  return hint === undefined ? `${rect}/>` : `${rect}><title>${escaped(hint)}</title></rect>`
}

function renderLabel({ x, y, text, size, fill, anchor = 'start', rotated }: Label): string {
  const place = rotated
    ? `transform="translate(${formatLength(x)} ${formatLength(y)}) rotate(-90)"`
    : `x="${formatLength(x)}" y="${formatLength(y)}"`
  return `<text ${place} font-size="${size}" fill="${hexOf(fill)}" text-anchor="${anchor}">${escaped(text)}</text>`
}

function renderLine({ path, stroke, thickness, dashed }: Line): string {
  const dashes = dashed ? ` stroke-dasharray="${3 * thickness} ${2 * thickness}"` : ''
  return `<path d="${path}" fill="none" stroke="${hexOf(stroke)}" stroke-width="${thickness}" stroke-linejoin="round"${dashes}/>`
}
