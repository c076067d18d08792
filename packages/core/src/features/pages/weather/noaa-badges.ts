import { levelClass } from '#features/pages/level-style'
import { type NoaaScale, noaaScales, scaleStepOf } from '#features/pages/noaa-scales'
import type { WeatherFacts } from '#features/pages/weather/weather-facts'
import { type Html, html } from '#features/shared/page/html'
import { relativeTime } from '#features/shared/page/timestamps'

/** Renders the current level of each NOAA scale with the highest of the last 24 hours, and NOAA's own. */
export function noaaBadges(facts: WeatherFacts): Html {
  return html`<ul class="levels" aria-label="NOAA scales now">${noaaScales.map((scale) => badge(scale, facts))}</ul>`
}

function badge(
  { quantity, member, name, scale }: NoaaScale,
  { series: all, day: { scales }, now }: WeatherFacts,
): Html {
  const { current, latest, day } = all[quantity]
  const stepAt = (value: number) => scaleStepOf(scale, value)
  const highest = day.length > 0 ? stepAt(Math.max(...day.map(({ value }) => value))).scale : 'none'
  const step = current && stepAt(current.value)
  const letter = stepAt(0).scale.slice(0, 1)
  const lastKnown =
    latest && html`; last known: ${stepAt(latest.value).scale}, ${relativeTime(latest.at, now)}`
  const own = scales?.observed[member] ?? 'none'
  const ownHighest = scales?.highest_24h[member]
  return html`<li class="card level"><span class="badge ${step ? levelClass(step.scale) : 'unknown'}">${step?.scale ?? `${letter}?`}</span>
<div><h2>${name}</h2><p>${step ? html`<strong>${step.name}</strong>, ${current && relativeTime(current.at, now)}` : html`No current value${lastKnown}`}</p>
<p class="muted">In 24 h: ${highest} · NOAA’s own: ${own}${ownHighest && `, in 24 h: ${ownHighest}`}</p></div></li>`
}
