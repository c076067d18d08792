import { logarithmic, ticks } from '@space-data/charts'
import { formatPerBillionKm3 } from '@space-data/charts/text'
import { type ShellGrid, shellEdgesKm } from '#features/debris/density/shell-grid'
import { shellName } from '#features/pages/debris/debris-facts'
import { roundValues } from '#features/pages/debris/map-axes'
import { type Html, html } from '#features/shared/page/html'

const LEFT = 38
const RIGHT = 334
const TOP = 14
const BOTTOM = 300
/** Height of the lowest bar that is not 0. */
const MIN_BAR = 3

/** Draws the density of every shell as a bar on a logarithmic scale, with the chosen shell highlighted. */
export function altitudeProfile(profile: readonly number[], chosen: number, grid: ShellGrid): Html {
  const most = Math.max(...profile)
  const xOf = (km: number) => LEFT + ((km - grid.minKm) / (grid.maxKm - grid.minKm)) * (RIGHT - LEFT)
  const scale = logarithmic(profile)
  const yOf = (density: number) => BOTTOM - MIN_BAR - (scale.place(density) ?? 0) * (BOTTOM - MIN_BAR - TOP)
  const bar = (density: number, shell: number) => {
    const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
    const [x, width] = [xOf(lowerKm), Math.max(0.6, xOf(upperKm) - xOf(lowerKm) - 0.3)]
    return density > 0 ? `M${round2(x)} ${BOTTOM}V${round2(yOf(density))}h${round2(width)}V${BOTTOM}z` : ''
  }
  const description = `Density by altitude from ${grid.minKm} to ${grid.maxKm} km, highest at ${shellName(grid, profile.indexOf(most))}: ${formatPerBillionKm3(most)} objects per billion km³`
  return html`<svg class="plot profile" viewBox="0 0 340 322" role="img" aria-label="${description}">
${roundValues(scale).map((value) => {
  const y = round2(yOf(value))
  return html`<path class="rule" d="M${LEFT} ${y}H${RIGHT}"/><text class="y" x="${LEFT - 6}" y="${y}" dy="3.6">${formatPerBillionKm3(value)}</text>`
})}
<path class="bars" d="${profile.map(bar).join('')}"/><path class="chosen" d="${bar(profile[chosen] ?? 0, chosen)}"/>
${ticks(grid.minKm, grid.maxKm, 6).map(
  (km) =>
    html`<path class="rule" d="M${round2(xOf(km))} ${BOTTOM}v4"/><text class="x" x="${round2(xOf(km))}" y="${BOTTOM + 17}" text-anchor="middle">${km}</text>`,
)}
</svg>`
}

function round2(length: number): number {
  return Math.round(length * 100) / 100
}
