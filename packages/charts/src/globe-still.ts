import { geoDistance, geoGraticule10, geoOrthographic, geoPath } from 'd3-geo'
import { land } from '#land'

/** Position and type of an object. */
export interface GlobeObject {
  readonly longitudeDeg: number
  readonly latitudeDeg: number
  readonly altitudeKm: number
  /** Index into the types. */
  readonly type: number
}

/** Colors of objects on a dark sky: payload, rocket body, debris, unknown. */
export const GLOBE_COLOURS = ['#6cc4ff', '#ffc14d', '#ff7d92', '#d0d0d8'] as const

const SIZE = 800
const CENTRE = SIZE / 2
const RADIUS = 262
const EARTH_RADIUS_KM = 6_371
const VIEW: [number, number] = [10, 30]

/** Draws the Earth with objects around it, as seen from far above 10° E, 30° N: an SVG on a dark sky. */
export function globeStill(objects: readonly GlobeObject[], description: string): string {
  const projection = geoOrthographic().scale(RADIUS).translate([CENTRE, CENTRE]).rotate([-VIEW[0], -VIEW[1]])
  const path = geoPath(projection).digits(0)
  const whole = geoOrthographic().scale(1).translate([0, 0]).rotate([-VIEW[0], -VIEW[1]]).clipAngle(null)
  const dots = GLOBE_COLOURS.map(() => '')
  for (const { longitudeDeg, latitudeDeg, altitudeKm, type } of objects) {
    const place: [number, number] = [longitudeDeg, latitudeDeg]
    const [x, y] = whole(place) ?? [0, 0]
    const distance = RADIUS * (1 + altitudeKm / EARTH_RADIUS_KM)
    const isBehind = geoDistance(place, VIEW) > Math.PI / 2
    const at = [Math.round(CENTRE + distance * x), Math.round(CENTRE + distance * y)] as const
    const isOutside = at.some((each) => each < 0 || each > SIZE)
    if (isOutside || (isBehind && distance * Math.hypot(x, y) < RADIUS)) continue
    dots[type] += `M${at[0]} ${at[1]}h0`
  }
  const line = (shape: Parameters<typeof path>[0], style: string) =>
    `<path d="${path(shape) ?? ''}" ${style}/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" role="img"><title>${description}</title>` +
    `<rect width="${SIZE}" height="${SIZE}" fill="#05070f"/>` +
    `<circle cx="${CENTRE}" cy="${CENTRE}" r="${RADIUS}" fill="#0c1a33"/>` +
    line(geoGraticule10(), 'fill="none" stroke="#1d3154"') +
    line(land(), 'fill="#1a3350" stroke="#4a719c"') +
    dots
      .map(
        (d, type) =>
          `<path d="${d}" stroke="${GLOBE_COLOURS[type]}" stroke-width="2.4" stroke-linecap="round"/>`,
      )
      .join('') +
    '</svg>'
  )
}
