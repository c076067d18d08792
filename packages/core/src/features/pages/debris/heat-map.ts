import { colourAt, hexOf, logarithmic, type Scale, ticks, worldMap } from '@space-data/charts'
import { formatLatitude, formatLongitude, formatPerBillionKm3 } from '@space-data/charts/text'
import type { ShellDensity } from '#features/debris/density/shell-density'
import { binCounts, binVolumeKm3, shellEdgesKm } from '#features/debris/density/shell-grid'
import type { DaySummary } from '#features/debris/diff/day-summary'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { axisAlong, axisUp, roundValues } from '#features/pages/debris/map-axes'
import { type Html, html } from '#features/shared/page/html'

/** Number of colours: more than the eye can distinguish, but few enough to draw each as one path. */
const SHADES = 40

/** Densities in a grid, with the meaning of its rows and columns. */
interface HeatMap {
  readonly columns: number
  readonly rows: number
  /** Objects per km³, row by row from the upper left. */
  readonly densities: readonly number[]
  /** The edges of all columns, left to right, and of all rows, downwards: in degrees or kilometres. */
  readonly across: readonly [from: number, to: number]
  readonly down: readonly [from: number, to: number]
  /** Whether the rows are altitudes and the columns latitudes; otherwise, latitudes and longitudes. */
  readonly isByAltitude: boolean
  /** Text alternative of the map. */
  readonly description: string
}

/** Draws a shell as a map of the Earth, north up, with a logarithmic colour scale and its legend. */
export function shellHeatMap({ bins }: ShellDensity, binDeg: number, name: string): Html {
  const [columns, rows] = [360 / binDeg, 180 / binDeg]
  const densities = Array<number>(columns * rows).fill(0)
  for (const { latitude_deg, longitude_deg, density_per_km3 } of bins) {
    const [x, y] = [(longitude_deg + 180) / binDeg - 0.5, (90 - latitude_deg) / binDeg - 0.5]
    densities[Math.round(y) * columns + Math.round(x)] = density_per_km3
  }
  const densest = bins.reduce((most, bin) => (bin.density_per_km3 > most.density_per_km3 ? bin : most))
  const least = Math.min(...densities)
  const description = `Density of catalogued objects at ${name} by latitude and longitude: from ${formatPerBillionKm3(least)} to ${formatPerBillionKm3(densest.density_per_km3)} per billion km³, highest near ${formatLatitude(densest.latitude_deg)}`
  return heatMap({
    columns,
    rows,
    densities,
    across: [-180, 180],
    down: [90, -90],
    isByAltitude: false,
    description,
  })
}

/** Draws density by altitude (upwards) and latitude (south to north), all shells at once. */
export function altitudeLatitudeMap({ samplesByBand, grid }: DaySummary): Html {
  const { rows: bands, columns: bins } = binCounts(grid)
  const shells = samplesByBand.length / bands
  const densities = Array.from(samplesByBand, (_, i) => {
    const [shell, band] = [shells - 1 - Math.floor(i / bands), i % bands]
    const samples = samplesByBand[shell * bands + band] ?? 0
    return samples / SAMPLES_PER_OBJECT / (binVolumeKm3(grid, shell, band) * bins)
  })
  const most = Math.max(...densities)
  const at = densities.indexOf(most)
  const { lowerKm, upperKm } = shellEdgesKm(grid, shells - 1 - Math.floor(at / bands))
  const latitudeDeg = -90 + ((at % bands) + 0.5) * grid.binDeg
  return heatMap({
    columns: bands,
    rows: shells,
    densities,
    across: [-90, 90],
    down: [grid.maxKm, grid.minKm],
    isByAltitude: true,
    description: `Density of catalogued objects by altitude and latitude, highest at ${lowerKm}–${upperKm} km near ${formatLatitude(latitudeDeg)}: ${formatPerBillionKm3(most)} per billion km³`,
  })
}

/** Renders the map with its axes and its legend; the script of the page reads its `data` attributes. */
function heatMap(map: HeatMap): Html {
  const { columns, rows, densities, across, down, isByAltitude, description } = map
  const scale = logarithmic(densities)
  const paths = new Map<number, string>()
  densities.forEach((density, i) => {
    const place = scale.place(density)
    if (place === undefined) return
    const shade = Math.round(place * (SHADES - 1))
    paths.set(shade, `${paths.get(shade) ?? ''}M${i % columns} ${Math.floor(i / columns)}h1v1h-1z`)
  })
  const values = densities.map((density) => Number((density * 1e9).toPrecision(3))).join()
  const up = isByAltitude
    ? axisUp(
        ticks(down[1], down[0], 8).map((km) => [km, `${km} km`]),
        down,
      )
    : axisUp(
        [90, 60, 30, 0, -30, -60, -90].map((deg) => [deg, formatLatitude(deg)]),
        down,
      )
  const along = isByAltitude
    ? axisAlong(
        [-90, -60, -30, 0, 30, 60, 90].map((deg) => [deg, formatLatitude(deg)]),
        across,
      )
    : axisAlong(
        [-180, -90, 0, 90, 180].map((deg) => [deg, formatLongitude(deg)]),
        across,
      )
  return html`<div class="map${isByAltitude && ' tall'}" data-columns="${columns}" data-across="${across.join()}" data-down="${down.join()}" data-values="${values}"${isByAltitude && html` data-by-altitude`}><p class="readout" aria-live="polite"></p>${up}
<svg class="cells" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" role="img" aria-label="${description}"><g shape-rendering="crispEdges"><rect class="nothing" width="${columns}" height="${rows}"/>${[
    ...paths,
  ].map(
    ([shade, path]) => html`<path fill="${hexOf(colourAt(shade / (SHADES - 1)))}" d="${path}"/>`,
  )}</g>${!isByAltitude && coastlines(columns, rows)}</svg>
${along}</div>${legend(scale, Math.min(...densities) === 0)}`
}

function coastlines(columns: number, rows: number): Html {
  const { width, height, land } = worldMap(90, -90)
  return html`<svg viewBox="0 0 ${width} ${height}" width="${columns}" height="${rows}" preserveAspectRatio="none"><path class="coast" d="${land}"/></svg>`
}

function legend(scale: Scale, hasEmpty: boolean): Html {
  return html`<div class="shades"><p>Objects per billion km³, logarithmic scale${hasEmpty && '; grey: none'}</p>
<svg class="scale" viewBox="0 0 ${SHADES} 1" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">${Array.from(
    { length: SHADES },
    (_, i) => html`<rect x="${i}" width="1.02" height="1" fill="${hexOf(colourAt(i / (SHADES - 1)))}"/>`,
  )}</svg>${axisAlong(
    roundValues(scale).map((density) => [scale.place(density) ?? 0, formatPerBillionKm3(density)]),
    [0, 1],
  )}</div>`
}
