import { type Html, html } from '#features/shared/page/html'

const RADIUS = 30

/**
 * Draws the Moon with the share of its disc that is lit: as it is seen from the north, the waxing Moon is lit
 * on its right; in the south it is the other way round.
 */
export function moonDisc(lit: number, isWaxing: boolean, isFromSouth: boolean): Html {
  // The edge of the shadow is half an ellipse, which bulges into the dark half if more than half is lit.
  const half = Math.round(Math.abs(1 - 2 * lit) * RADIUS * 10) / 10
  const path = `M0 -${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}A${half} ${RADIUS} 0 0 ${lit < 0.5 ? 0 : 1} 0 -${RADIUS}Z`
  const isRight = isWaxing !== isFromSouth
  return html`<svg class="moon-disc" viewBox="-32 -32 64 64" aria-hidden="true"><circle class="dark" r="${RADIUS}"/><path class="lit" d="${path}"${!isRight && html` transform="scale(-1 1)"`}/></svg>`
}
