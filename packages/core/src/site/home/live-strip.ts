import { historyPath, thinned } from '@space-data/charts'
import { distanceOf, groupThousands } from '@space-data/charts/text'
import { shareAbove } from '#debris/density/shell-counts'
import { type Html, html } from '#endpoint/page/html'
import { formatDateTime, formatDay, formatTime, relativeTime } from '#endpoint/page/timestamps'
import { hours, iso, minutes } from '#kit/time'
import type { HomeFacts } from '#site/home/home-facts'
import { SERVED_QUANTITIES } from '#site/live-values'
import { LAUNCHES } from '#site/next-launches'
import { scaleLabel, scaleStepOf } from '#site/noaa-scales'
import { geomagneticStorms, toFlareClass } from '#space-weather/reference/scales'
import type { Quantity } from '#space-weather/series/readings'

/** Renders the current values as links to their pages, each with its age. */
export function liveStrip(facts: HomeFacts, root: string): Html {
  const { now, launch, run } = facts
  const reading = (quantity: Quantity, show: (value: number) => Html | string, label: string) => {
    const value = facts.values.get(quantity)
    const note = value ? relativeTime(value.at, now) : failureNote(pathOf(quantity), facts, root)
    return cell(`${root}weather`, label, value && show(value.value), note, dayLine(quantity, facts))
  }
  return html`<section class="live" aria-label="Now"><ul>
${reading('kp', kpValue, 'Planetary K index')}
${reading('solar_wind_speed_km_s', (value) => `${Math.round(value)} km/s`, 'Solar wind')}
${reading('xray_flux_w_m2', toFlareClass, 'X-ray flux')}
${cell(undefined, 'Next launch', launch && (launch.isExact ? html`<span data-until="${iso(launch.at)}">${distanceOf(launch.at, now)}</span>` : `about ${formatDay(launch.at)}`), launch ? html`${launch.name}${launch.isExact && `, ${formatDateTime(launch.at)}`}` : failureNote(LAUNCHES, facts, root))}
${cell(`${root}debris`, 'Catalogued objects', run && groupThousands(run.counts.catalogue), run && html`${(100 * shareAbove(run.counts)).toFixed(0)} % above ${groupThousands(run.grid.maxKm)} km; catalogue of ${relativeTime(run.fetchedAt, now)}`)}
</ul><p class="muted">No key needed to look. Values come from the cache, each with its age. See <a href="${root}weather">space weather</a>, <a href="${root}debris">the density of objects</a> and the <a href="${root}globe">globe</a>.</p></section>`
}

function cell(
  href: string | undefined,
  label: string,
  value: Html | string | null | undefined,
  note: Html | null | undefined,
  plot?: Html | undefined,
): Html {
  const name = href === undefined ? label : html`<a href="${href}">${label}</a>`
  const shown = value ?? (note ? '–' : 'no data')
  return html`<li><span class="muted">${name}</span><strong>${shown}</strong><span class="muted">${note ?? ''}</span>${plot}</li>`
}

function pathOf(quantity: Quantity): string {
  return SERVED_QUANTITIES.find((served) => served.quantity === quantity)?.path ?? ''
}

/** Says whose fault it is that there is no value: `NOAA SWPC unreachable since 15:42 · status`. */
function failureNote(path: string, { failures }: HomeFacts, root: string): Html | undefined {
  const failure = failures.get(path)
  if (!failure) return undefined
  const { provider, isUnreachable, since } = failure
  const start = html`<time datetime="${iso(since)}" title="${formatDateTime(since)}">${formatTime(since)}</time>`
  return html`${provider} ${isUnreachable ? 'unreachable' : 'failing'} since ${start} · <a href="${root}status">status</a>`
}

/** Draws the last 24 hours as a small line, of X-rays the logarithm; nothing before there are any. */
function dayLine(quantity: Quantity, { days, now }: HomeFacts): Html | undefined {
  const readings = thinned(days.get(quantity) ?? [], STEP_MS, (one, other) => one.value > other.value)
  if (readings.length < 2) return undefined
  const points = readings.flatMap(({ at, value }, i) => {
    const point = { at, value: quantity === 'xray_flux_w_m2' ? Math.log10(value) : value }
    return at - (readings[i - 1]?.at ?? at) > MAX_GAP_MS ? [{ at, value: null }, point] : [point]
  })
  const d = historyPath([{ at: now - DAY_MS, value: null }, ...points, { at: now, value: null }], BOX)
  return html`<svg class="day-line" viewBox="0 0 ${BOX.width} ${BOX.height}" preserveAspectRatio="none" role="img" aria-label="The last 24 hours"><path d="${d}"/></svg>`
}

const BOX = { width: 160, height: 28 }
const [STEP_MS, MAX_GAP_MS, DAY_MS] = [minutes(15), hours(1), hours(24)]

function kpValue(kp: number): Html {
  const level = Number(scaleStepOf(geomagneticStorms, kp).scale.slice(1))
  return html`${kp.toFixed(2)} <span class="grade ${level === 0 ? 'calm' : level < 3 ? 'raised' : 'severe'}">${scaleLabel(geomagneticStorms, kp)}</span>`
}
