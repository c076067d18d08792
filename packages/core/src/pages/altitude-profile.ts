import { ticks } from '#figures/scale'
import { type ShellGrid, shellEdgesKm } from '#orbit/shell-grid'
import { type Html, html } from '#pages/html'
import { perBillion } from '#pages/shell-heat-map'
import { shellName } from '#pages/status-facts'

const LEFT = 38
const RIGHT = 334
const TOP = 14
const FOOT = 300

/** The density of every shell as a bar at its altitude; the one on the map stands out. */
export function altitudeProfile(profile: readonly number[], chosen: number, grid: ShellGrid): Html {
  const most = Math.max(...profile)
  const xOf = (km: number) => LEFT + ((km - grid.minKm) / (grid.maxKm - grid.minKm)) * (RIGHT - LEFT)
  const yOf = (density: number) => FOOT - (most > 0 ? density / most : 0) * (FOOT - TOP)
  const bar = (density: number, shell: number) => {
    const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
    const [x, width] = [xOf(lowerKm), Math.max(0.6, xOf(upperKm) - xOf(lowerKm) - 0.3)]
    return density > 0 ? `M${short(x)} ${FOOT}V${short(yOf(density))}h${short(width)}V${FOOT}z` : ''
  }
  const words = `Density by altitude from ${grid.minKm} to ${grid.maxKm} km, greatest ${perBillion(most)} per billion km³ at ${shellName(grid, profile.indexOf(most))}`
  return html`<svg class="plot profile" viewBox="0 0 340 322" role="img" aria-label="${words}">
${ticks(most * 1e9, 5).map((value) => {
  const y = short(yOf(value / 1e9))
  return html`<path class="rule" d="M${LEFT} ${y}H${RIGHT}"/><text class="y" x="${LEFT - 6}" y="${y}" dy="3.6">${value}</text>`
})}
<path class="bars" d="${profile.map(bar).join('')}"/><path class="chosen" d="${bar(profile[chosen] ?? 0, chosen)}"/>
${ticks(grid.maxKm, 6)
  .filter((km) => km >= grid.minKm)
  .map(
    (km) =>
      html`<path class="rule" d="M${short(xOf(km))} ${FOOT}v4"/><text class="x" x="${short(xOf(km))}" y="${FOOT + 17}" text-anchor="middle">${km}</text>`,
  )}
</svg>`
}

function short(length: number): number {
  return Math.round(length * 100) / 100
}
