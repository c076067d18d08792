import { type PolarMap, polarMap, relativePath } from '@space-data/charts'
import { subsolarPoint } from '@space-data/charts/sun'
import { AURORA_LEVELS, auroraAreas } from '#features/pages/aurora-areas'
import { help } from '#features/pages/help'
import { type Html, html } from '#features/shared/page/html'
import { relativeTime } from '#features/shared/page/timestamps'
import type { AuroraGrid } from '#features/space-weather/aurora/aurora-grid'
import type { Hemisphere } from '#features/space-weather/grid/grid'

/** Latitude to which the maps reach, in degrees from the equator. */
const EDGE_DEG = 40
/** Parallels that are drawn. */
const PARALLELS_DEG = [50, 60, 70, 80] as const

type Ring = ReturnType<typeof auroraAreas>[number][number][number]

/** Renders the forecast of the aurora as maps of both hemispheres, or a note if there is none. */
export function auroraFigure(forecast: AuroraGrid | null, now: number, root: string): Html {
  const more = html`<p>The areas of at least ${AURORA_LEVELS.join(', ')} %. In darkness, aurora is visible from up to 1,000 km away, low in the sky. The dot marks the direction of the Sun. Source: NOAA SWPC, OVATION.</p>`
  return html`<article class="card has-help"><h3>Aurora</h3><div class="now">${forecast ? reading(forecast, now) : html`<p class="reading"><strong>–</strong> <span class="muted">No forecast available.</span></p>`}</div><p class="meaning">Probability of aurora overhead. <a href="${root}sky">Aurora at your location</a></p>${help('aurora', more)}
${forecast && html`<div class="polar-maps">${(['north', 'south'] as const).map((each) => polarFigure(forecast, each))}</div>`}</article>`
}

function reading(
  { highest_north_percent, highest_south_percent, forecast_at }: AuroraGrid,
  now: number,
): Html {
  return html`<p class="reading">north up to <strong>${highest_north_percent}</strong> %, south up to <strong>${highest_south_percent}</strong> % <span class="muted">${relativeTime(Date.parse(forecast_at), now)}</span></p>`
}

function polarFigure(forecast: AuroraGrid, hemisphere: Hemisphere): Html {
  const { size, land, place } = polarMap(hemisphere, EDGE_DEG)
  const sign = hemisphere === 'north' ? 1 : -1
  const middle = size / 2
  const areas = auroraAreas(forecast).map((polygons) => {
    const rings = polygons.flat().filter((ring) => ring.some(([, latitude]) => sign * latitude > EDGE_DEG))
    const path = rings.map((ring) => `M${pointsOf(ring, place)}Z`).join('')
    return html`<path class="area" d="${relativePath(path)}"/>`
  })
  const parallels = PARALLELS_DEG.map((latitude) => {
    const radius = (middle * (90 - latitude)) / (90 - EDGE_DEG)
    return html`<circle class="parallel" cx="${middle}" cy="${middle}" r="${radius}"/>`
  })
  const { longitudeDeg } = subsolarPoint(Date.parse(forecast.forecast_at))
  const [x, y] = place(sign * (EDGE_DEG + 2), longitudeDeg).map(Math.round)
  const clip = `polar-${hemisphere}`
  const highest = hemisphere === 'north' ? forecast.highest_north_percent : forecast.highest_south_percent
  const label = `Aurora around the ${hemisphere === 'north' ? 'North' : 'South'} Pole: at most ${highest} %`
  return html`<svg class="polar" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"><clipPath id="${clip}"><circle cx="${middle}" cy="${middle}" r="${middle}"/></clipPath><g clip-path="url(#${clip})"><path class="land" d="${land}"/>${areas}${parallels}<circle class="sun" cx="${x ?? 0}" cy="${y ?? 0}" r="4"/></g><circle class="edge" cx="${middle}" cy="${middle}" r="${middle - 0.5}"/></svg>`
}

/** Returns every second point of a ring in whole units of the map: there are more than it shows. */
function pointsOf(ring: Ring, place: PolarMap['place']): string {
  const points = ring.map(([longitude, latitude]) => place(latitude, longitude).map(Math.round).join(' '))
  return points.filter((point, i) => i % 2 === 0 && point !== points[i - 2]).join('L')
}
