import { sunElevationDeg } from '@space-data/charts/sun'
import { compassPoint, formatLatitude } from '@space-data/charts/text'
import { localDayTime, localTime } from '#features/pages/sky/pass-card'
import type { SkyFacts } from '#features/pages/sky/sky-facts'
import { type Html, html } from '#features/shared/page/html'

/** Renders when the Sun sets and rises, and the period of full darkness. */
export function sunCard({ sunAndMoon, place, now }: SkyFacts): Html {
  if (!sunAndMoon) return missing('Sun')
  const { sun } = sunAndMoon
  const { dusk, dawn } = sun.astronomical_twilight
  return html`<div class="card"><h3>Sun</h3><dl class="times">${timesInOrder({ Sets: sun.set, 'Dark from': dusk, 'Dark until': dawn, Rises: sun.rise }, now)}</dl><p class="sub">${sunNote(sun, sunElevationDeg(place.latitude, place.longitude, now))}</p></div>`
}

function sunNote(sun: NonNullable<SkyFacts['sunAndMoon']>['sun'], elevationDeg: number): string {
  const present = `It is ${Math.abs(elevationDeg).toFixed(1)}° ${elevationDeg < 0 ? 'below' : 'above'} the horizon now.`
  if (sun.rise === null && sun.set === null)
    return `It does not ${elevationDeg > 0 ? 'set' : 'rise'} in these 24 hours. ${present}`
  return sun.astronomical_twilight.dusk === null
    ? `It does not get fully dark. ${present}`
    : `Dark: more than 18° below the horizon. ${present}`
}

/** Renders the Moon as seen from the location, and when it rises and sets. */
export function moonCard({ sunAndMoon, place, now }: SkyFacts): Html {
  if (!sunAndMoon) return missing('Moon')
  const { illuminated, elongation_deg: elongationDeg, rise, set } = sunAndMoon.moon
  const isWaxing = elongationDeg < 180
  return html`<div class="card"><h3>Moon</h3><div class="moon-facts">${moonDisc(illuminated, isWaxing, place.latitude < 0)}<dl class="times">${timesInOrder({ Rises: rise, Sets: set }, now)}<div><dt>Lit</dt><dd>${Math.round(illuminated * 100)} %, ${isWaxing ? 'waxing' : 'waning'}</dd></div></dl></div></div>`
}

/** Renders instants of the next 24 hours in ascending order: at night, the next sunset comes last. */
function timesInOrder(times: Readonly<Record<string, string | null>>, now: number): readonly Html[] {
  const instants = Object.entries(times).map(([label, at]) => ({
    label,
    at: at === null ? null : Date.parse(at),
  }))
  return instants
    .sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))
    .map(({ label, at }) => {
      const when = at === null ? 'not in 24 h' : localDayTime(at, now)
      return html`<div><dt>${label}</dt><dd>${when}</dd></div>`
    })
}

/**
 * Renders the probability of aurora at the location, the best in view, and the latitude from which it is
 * visible.
 */
export function auroraCard({ aurora }: SkyFacts, root: string): Html {
  if (!aurora)
    return missing('Aurora', html`No forecast is available now: see <a href="${root}status">status</a>.`)
  const { probability_percent: percent, best_in_view: best, view_line: line, forecast_at } = aurora
  return html`<div class="card"><h3>Aurora</h3><p class="figure">${Math.round(percent)} %<span class="unit"> overhead</span></p>
<p><strong>${Math.round(best.probability_percent)} %</strong> at best within 1,000 km: at ${formatLatitude(best.latitude_deg)}, to the ${compassPoint(best.bearing_deg)}</p>${line && html`<p>Visible low on the horizon from ${formatLatitude(line.latitude_deg)} (Kp ${line.kp})</p>`}<p class="sub">Forecast for ${localTime(Date.parse(forecast_at))}</p></div>`
}

function missing(
  title: string,
  why: Html | string = 'Not available now. Reload this page in a few seconds.',
): Html {
  return html`<div class="card"><h3>${title}</h3><p>${why}</p></div>`
}

const RADIUS = 30

/**
 * Draws the Moon with the share of its disc that is lit: as it is seen from the north, the waxing Moon is lit
 * on its right; in the south it is the other way round.
 */
function moonDisc(lit: number, isWaxing: boolean, isFromSouth: boolean): Html {
  // The edge of the shadow is half an ellipse, which bulges into the dark half if more than half is lit.
  const half = Math.round(Math.abs(1 - 2 * lit) * RADIUS * 10) / 10
  const path = `M0 -${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}A${half} ${RADIUS} 0 0 ${lit < 0.5 ? 0 : 1} 0 -${RADIUS}Z`
  const isRight = isWaxing !== isFromSouth
  return html`<svg class="moon-disc" viewBox="-32 -32 64 64" aria-hidden="true"><circle class="dark" r="${RADIUS}"/><path class="lit" d="${path}"${!isRight && html` transform="scale(-1 1)"`}/></svg>`
}
