import { colourAt, hexOf, logarithmic, type Scale } from '@space-data/charts'
import type { ShellDensity } from '#orbit/shell-density'
import { type Html, html } from '#pages/html'
import { groupThousands } from '#pages/number-format'

/** Number of colours: finer than the eye can tell apart, and few enough to draw each as one path. */
const SHADES = 40

/** Draws a shell as a map of the Earth, north up, with a logarithmic colour scale and its legend. */
export function shellHeatMap({ bins }: ShellDensity, binDeg: number, name: string): Html {
  const scale = logarithmic(bins.map(({ density_per_km3 }) => density_per_km3))
  const paths = new Map<number, string>()
  for (const { latitude_deg, longitude_deg, density_per_km3 } of bins) {
    const place = scale.place(density_per_km3)
    if (place === undefined) continue
    const shade = Math.round(place * (SHADES - 1))
    const [x, y] = [(longitude_deg + 180) / binDeg - 0.5, (90 - latitude_deg) / binDeg - 0.5]
    paths.set(shade, `${paths.get(shade) ?? ''}M${x} ${y}h1v1h-1z`)
  }
  const [columns, rows] = [360 / binDeg, 180 / binDeg]
  const densest = bins.reduce((most, bin) => (bin.density_per_km3 > most.density_per_km3 ? bin : most))
  const least = Math.min(...bins.map(({ density_per_km3 }) => density_per_km3))
  const description = `Density of catalogued objects at ${name} by latitude and longitude: from ${formatPerBillionKm3(least)} to ${formatPerBillionKm3(scale.most)} per billion km³, highest near ${formatLatitude(densest.latitude_deg)}`
  return html`<div class="map"><div class="latitudes" aria-hidden="true">${[90, 45, 0, -45, -90].map((deg) => html`<span>${formatLatitude(deg)}</span>`)}</div>
<svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label="${description}"><rect class="nothing" width="${columns}" height="${rows}"/>${[
    ...paths,
  ].map(([shade, path]) => html`<path fill="${hexOf(colourAt(shade / (SHADES - 1)))}" d="${path}"/>`)}</svg>
<div class="longitudes" aria-hidden="true">${[-180, -90, 0, 90, 180].map((deg) => html`<span>${formatLongitude(deg)}</span>`)}</div></div>
${legend(scale, least === 0)}`
}

/** Formats a latitude as `45° N`. */
function formatLatitude(deg: number): string {
  return formatDegrees(deg, deg < 0 ? 'S' : 'N')
}

/** Formats a longitude as `180° W`. */
function formatLongitude(deg: number): string {
  return formatDegrees(deg, deg < 0 ? 'W' : 'E')
}

function formatDegrees(deg: number, side: string): string {
  return deg === 0 ? '0°' : `${Math.abs(deg)}° ${side}`
}

function legend({ least, most, at }: Scale, hasEmpty: boolean): Html {
  const places = most > least ? [0, 0.25, 0.5, 0.75, 1] : []
  return html`<div class="shades"><p>Objects per billion km³, logarithmic scale${hasEmpty && '; grey: none'}</p>
<svg viewBox="0 0 ${SHADES} 1" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">${Array.from(
    { length: SHADES },
    (_, i) => html`<rect x="${i}" width="1.02" height="1" fill="${hexOf(colourAt(i / (SHADES - 1)))}"/>`,
  )}</svg><div class="values">${places.map((place) => html`<span>${formatPerBillionKm3(at(place))}</span>`)}</div></div>`
}

/** Formats a density in objects per km³ as objects per billion km³, with two significant digits below 10. */
export function formatPerBillionKm3(density: number): string {
  const count = density * 1e9
  if (count === 0) return '0'
  return count >= 10 ? groupThousands(Math.round(count)) : String(Number(count.toPrecision(2)))
}
