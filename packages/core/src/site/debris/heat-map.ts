import { colourAt, hexOf, logarithmic, type Scale } from '@space-data/charts'
import { formatLatitude, formatLongitude, formatPerBillionKm3 } from '@space-data/charts/text'
import { SAMPLES_PER_OBJECT } from '#catalogue/orbit/sampling'
import type { ShellDensity } from '#debris/density/shell-density'
import { binCounts, binVolumeKm3, shellEdgesKm } from '#debris/density/shell-grid'
import type { DaySummary } from '#debris/diff/day-summary'
import { type Html, html } from '#endpoint/page/html'

/** Number of colours: finer than the eye can tell apart, and few enough to draw each as one path. */
const SHADES = 40

/** A cell of a map: column and row from the upper left, and objects per km³. */
interface Cell {
  readonly x: number
  readonly y: number
  readonly density: number
}

/** Draws a shell as a map of the Earth, north up, with a logarithmic colour scale and its legend. */
export function shellHeatMap({ bins }: ShellDensity, binDeg: number, name: string): Html {
  const cells = bins.map(({ latitude_deg, longitude_deg, density_per_km3 }) => ({
    x: (longitude_deg + 180) / binDeg - 0.5,
    y: (90 - latitude_deg) / binDeg - 0.5,
    density: density_per_km3,
  }))
  const densest = bins.reduce((most, bin) => (bin.density_per_km3 > most.density_per_km3 ? bin : most))
  const least = Math.min(...bins.map(({ density_per_km3 }) => density_per_km3))
  const most = densest.density_per_km3
  const description = `Density of catalogued objects at ${name} by latitude and longitude: from ${formatPerBillionKm3(least)} to ${formatPerBillionKm3(most)} per billion km³, highest near ${formatLatitude(densest.latitude_deg)}`
  const { drawing, scale } = heatMap(cells, 360 / binDeg, 180 / binDeg, description)
  return html`<div class="map"><div class="latitudes" aria-hidden="true">${[90, 45, 0, -45, -90].map((deg) => html`<span>${formatLatitude(deg)}</span>`)}</div>
${drawing}
<div class="longitudes" aria-hidden="true">${[-180, -90, 0, 90, 180].map((deg) => html`<span>${formatLongitude(deg)}</span>`)}</div></div>
${legend(scale, least === 0)}`
}

/** Draws density by altitude (upwards) and latitude (south to north), all shells at once. */
export function altitudeLatitudeMap({ samplesByBand, grid }: DaySummary): Html {
  const { rows: bands } = binCounts(grid)
  const shells = samplesByBand.length / bands
  const cells = Array.from(samplesByBand, (samples, i) => {
    const [shell, band] = [Math.floor(i / bands), i % bands]
    const volumeKm3 = binVolumeKm3(grid, shell, band) * binCounts(grid).columns
    return { x: band, y: shells - 1 - shell, density: samples / SAMPLES_PER_OBJECT / volumeKm3 }
  })
  const densest = cells.reduce((most, cell) => (cell.density > most.density ? cell : most))
  const shell = shells - 1 - densest.y
  const description = `Density of catalogued objects by altitude and latitude, highest at ${shellEdgesKm(grid, shell).lowerKm}–${shellEdgesKm(grid, shell).upperKm} km near ${formatLatitude(-90 + (densest.x + 0.5) * grid.binDeg)}: ${formatPerBillionKm3(densest.density)} per billion km³`
  const { drawing, scale } = heatMap(cells, bands, shells, description)
  const altitudes = [0, 0.25, 0.5, 0.75, 1].map((share) => grid.maxKm - share * (grid.maxKm - grid.minKm))
  return html`<div class="map tall"><div class="latitudes" aria-hidden="true">${altitudes.map((km) => html`<span>${Math.round(km)} km</span>`)}</div>
${drawing}
<div class="longitudes" aria-hidden="true">${[-90, -45, 0, 45, 90].map((deg) => html`<span>${formatLatitude(deg)}</span>`)}</div></div>
${legend(
  scale,
  cells.some(({ density }) => density === 0),
)}`
}

function heatMap(cells: readonly Cell[], columns: number, rows: number, description: string) {
  const scale = logarithmic(cells.map(({ density }) => density))
  const paths = new Map<number, string>()
  for (const { x, y, density } of cells) {
    const place = scale.place(density)
    if (place === undefined) continue
    const shade = Math.round(place * (SHADES - 1))
    paths.set(shade, `${paths.get(shade) ?? ''}M${x} ${y}h1v1h-1z`)
  }
  const drawing = html`<svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label="${description}"><rect class="nothing" width="${columns}" height="${rows}"/>${[
    ...paths,
  ].map(([shade, path]) => html`<path fill="${hexOf(colourAt(shade / (SHADES - 1)))}" d="${path}"/>`)}</svg>`
  return { drawing, scale }
}

function legend({ least, most, at }: Scale, hasEmpty: boolean): Html {
  const places = most > least ? [0, 0.25, 0.5, 0.75, 1] : []
  return html`<div class="shades"><p>Objects per billion km³, logarithmic scale${hasEmpty && '; grey: none'}</p>
<svg viewBox="0 0 ${SHADES} 1" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">${Array.from(
    { length: SHADES },
    (_, i) => html`<rect x="${i}" width="1.02" height="1" fill="${hexOf(colourAt(i / (SHADES - 1)))}"/>`,
  )}</svg><div class="values">${places.map((place) => html`<span>${formatPerBillionKm3(at(place))}</span>`)}</div></div>`
}
