import { type Html, html } from '#endpoint/page/html'
import { relativeTime } from '#endpoint/page/timestamps'
import { levelClass } from '#site/level-style'
import { type NoaaScale, noaaScales, scaleStepOf } from '#site/noaa-scales'
import type { WeatherFacts } from '#site/weather/weather-facts'

/** Renders the current level of each NOAA scale with the highest of the last 24 hours. */
export function noaaBadges(facts: WeatherFacts): Html {
  return html`<section aria-labelledby="scales"><h2 id="scales">NOAA scales now</h2>
<p class="intro">From 0 (none) to 5 (extreme). Large: computed here from the newest value. NOAA’s own: the level that NOAA publishes, which may refer to another minute or a longer span.</p>
<ul class="levels">${noaaScales.map((scale) => badge(scale, facts))}</ul></section>`
}

function badge(
  { quantity, member, name, scale }: NoaaScale,
  { series: all, day: { scales }, now }: WeatherFacts,
): Html {
  const { current, latest, day } = all[quantity]
  const stepAt = (value: number) => scaleStepOf(scale, value)
  const highest = day.length > 0 ? stepAt(Math.max(...day.map(({ value }) => value))) : null
  const step = current && stepAt(current.value)
  const own = scales?.observed[member]
  const published = scales && relativeTime(Date.parse(scales.as_of), now)
  const ownHighest = scales?.highest_24h[member]
  const letter = stepAt(0).scale.slice(0, 1)
  return html`<li class="card level"><span class="badge ${step ? levelClass(step.scale) : 'unknown'}">${step?.scale ?? `${letter}?`}</span>
<div><h3>${name}</h3><p>${step ? html`<strong>${step.name}</strong>, ${current && relativeTime(current.at, now)}` : 'No current value'}</p>
<p>NOAA’s own: ${own ? html`<span class="pill ${levelClass(own)}">${own}</span> ${published}` : 'none available now'}</p>
<p class="muted">${!step && latest && html`Last known: ${stepAt(latest.value).scale}, ${relativeTime(latest.at, now)}. `}${highest ? `Highest in 24 h: ${highest.scale} ${highest.name}` : 'No readings in the last 24 h'}${ownHighest && `; NOAA’s own ${ownHighest}`}</p></div></li>`
}
