import { type Html, html } from '#features/shared/page/html'
import { iso } from '#kernel/kit/time'

/** Direction of an object from a location, in degrees, at an instant in epoch milliseconds. */
export interface SkyPoint {
  readonly at: number
  readonly azimuthDeg: number
  readonly elevationDeg: number
  /** Whether it is in sunlight above a dark location. */
  readonly isVisible: boolean
}

const [SIZE, RADIUS] = [240, 92]
const CENTER = SIZE / 2
/** Elevation up to which a mark counts as near the horizon, and the distance of its time from it. */
const [INNER_DEG, LABEL_PX] = [30, 21]
/** Distance of the letters of the directions from the centre. */
const LETTERS = RADIUS + 14

/**
 * Draws a pass as seen when looking up with north at the top: the zenith in the middle, the horizon around
 * it, and east to the left. The visible part is solid, the rest is dashed.
 */
export function skyChart(points: readonly SkyPoint[], description: string): Html {
  return html`<svg class="sky-chart" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${description}">
<circle class="horizon" cx="${CENTER}" cy="${CENTER}" r="${RADIUS}"/>${[30, 60].map((elevationDeg) => html`<circle class="rule" cx="${CENTER}" cy="${CENTER}" r="${round(radiusOf(elevationDeg))}"/>`)}
<path class="rule" d="M${CENTER} ${CENTER - RADIUS}V${CENTER + RADIUS}M${CENTER - RADIUS} ${CENTER}H${CENTER + RADIUS}"/>
${letter('N', 0)}${letter('E', 90)}${letter('S', 180)}${letter('W', 270)}
${stretches(points).map(({ isVisible, own }) => html`<path class="way${isVisible && ' visible'}" d="M${own.map(positionText).join('L')}"/>`)}${arrowHead(points)}${marks(points)}</svg>`
}

/**
 * Returns runs of visible or invisible points; each begins at the end of the previous one, to leave no gap.
 */
function stretches(points: readonly SkyPoint[]) {
  const found: { isVisible: boolean; own: SkyPoint[] }[] = []
  for (const point of points) {
    const last = found.at(-1)
    if (last?.isVisible === point.isVisible) last.own.push(point)
    else {
      last?.own.push(point)
      found.push({ isVisible: point.isVisible, own: [point] })
    }
  }
  return found
}

/** Marks where the pass begins, is highest and ends, with the time. */
function marks(points: readonly SkyPoint[]): readonly Html[] {
  const highest = points.reduce((best, point) => (point.elevationDeg > best.elevationDeg ? point : best))
  const chosen = new Set([points[0], highest, points.at(-1)].filter((point) => point !== undefined))
  return [...chosen].map((point) => {
    const [x, y] = positionOf(point)
    const [left, top] = labelOf(point)
    return html`<circle class="mark-at" cx="${round(x)}" cy="${round(y)}" r="2.6"/><text x="${round(left)}" y="${round(top + 4)}" data-at="${iso(point.at)}">${iso(point.at).slice(11, 16)}</text>`
  })
}

/** Returns the position of the time of a mark: inwards near the horizon, and otherwise beside the mark. */
function labelOf(point: SkyPoint): readonly [x: number, y: number] {
  const [x, y] = positionOf(point)
  if (point.elevationDeg < INNER_DEG) return polar(point.azimuthDeg, radiusOf(point.elevationDeg) - LABEL_PX)
  return [x + (x > CENTER ? -LABEL_PX : LABEL_PX), y]
}

/** Renders an arrow at the end of the path, along its last step. */
function arrowHead(points: readonly SkyPoint[]): Html | undefined {
  const [before, last] = points.slice(-2)
  if (!before || !last) return undefined
  const [[x0, y0], [x, y]] = [positionOf(before), positionOf(last)]
  const angleDeg = (Math.atan2(y - y0, x - x0) * 180) / Math.PI
  return html`<path class="arrow" d="M0 0L-9 -4L-9 4Z" transform="translate(${round(x)} ${round(y)}) rotate(${round(angleDeg)})"/>`
}

function letter(name: string, azimuthDeg: number): Html {
  const [x, y] = polar(azimuthDeg, LETTERS)
  return html`<text class="direction" x="${round(x)}" y="${round(y + 4)}">${name}</text>`
}

function radiusOf(elevationDeg: number): number {
  return (RADIUS * (90 - Math.max(0, elevationDeg))) / 90
}

function positionOf({ azimuthDeg, elevationDeg }: SkyPoint): readonly [x: number, y: number] {
  return polar(azimuthDeg, radiusOf(elevationDeg))
}

function positionText(point: SkyPoint): string {
  return positionOf(point).map(round).join(' ')
}

/** East is to the left: the chart is the sky above, not a map of the ground. */
function polar(azimuthDeg: number, radius: number): readonly [x: number, y: number] {
  const azimuth = (azimuthDeg * Math.PI) / 180
  return [CENTER - radius * Math.sin(azimuth), CENTER - radius * Math.cos(azimuth)]
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
