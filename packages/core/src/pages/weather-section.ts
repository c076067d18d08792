import { formatCoveredSpan, minAndMax } from '#pages/day-summary'
import { type Html, html } from '#pages/html'
import { linePlot } from '#pages/line-plot'
import { SERVED_SERIES } from '#pages/live-values'
import { type NoaaScale, noaaScales } from '#pages/noaa-scales'
import type { StatusFacts, Weather } from '#pages/status-facts'
import { relativeAndAbsoluteTime } from '#pages/timestamps'
import { type WeatherCard, weatherCards } from '#pages/weather-card-definitions'
import { hours } from '#time'

/** Renders the NOAA scales, and for each series a card with its value and its last 24 hours. */
export function weatherSection(facts: StatusFacts): Html {
  const { weather, now } = facts
  return html`<section aria-labelledby="weather"><h2 id="weather">Space weather</h2>
<div class="cards">${scalesCard(weather, now)}${weatherCards.map((card) => seriesCard(card, facts))}</div></section>`
}

function scalesCard(weather: Weather, now: number): Html {
  const newest = noaaScales.flatMap(({ series }) => weather[series].now ?? []).map(({ at }) => at)
  return html`<article class="card"><h3>NOAA scales</h3>
<p class="meaning">Current levels, from 0 (none) to 5 (extreme)</p>
<dl class="scales">${noaaScales.map((scale) => scaleRow(scale, weather))}</dl>
${newest.length > 0 ? readingTime(Math.min(...newest), now) : html`<p class="when">No data yet</p>`}</article>`
}

function scaleRow({ name, series, stepAt }: NoaaScale, weather: Weather): Html {
  const value = weather[series].now?.value
  if (value === undefined)
    return html`<div><dt>${name}</dt><dd class="pips-row"><span class="muted">no data</span></dd></div>`
  const { scale, name: word } = stepAt(value)
  const level = Number(scale.slice(1))
  return html`<div><dt>${name}</dt><dd class="pips-row">${levelBoxes(level)}<span><strong>${scale}</strong> ${word}</span></dd></div>`
}

/** Renders five boxes, as many of them filled as the level. */
function levelBoxes(level: number): Html {
  const kind = level === 0 ? 'quiet' : level < 3 ? 'moderate' : 'severe'
  return html`<svg class="pips ${kind}" viewBox="0 0 64 14" aria-hidden="true">${[0, 1, 2, 3, 4].map(
    (i) =>
      html`<rect class="${i < level ? 'on' : 'off'}" x="${i * 13 + 0.5}" y="${10 - i * 2}" width="10" height="${3.5 + i * 2}" rx="1.5"/>`,
  )}</svg>`
}

function seriesCard(card: WeatherCard, facts: StatusFacts): Html {
  const { name, series, unit, meaning, format, note } = card
  const { now: newest, day } = facts.weather[series]
  const extremes = minAndMax(day)
  return html`<article class="card"><h3>${name}</h3><p class="meaning">${meaning}</p>
<p class="value"><strong>${newest ? format(newest.value) : '–'}</strong> <span class="unit">${newest && unit(newest.value)}</span>${
    newest && note && html` <span class="note">${note(newest.value)}</span>`
  }</p>
${dayPlot(card, facts)}
<dl class="extremes">${extremes && [pair(`${formatCoveredSpan(day, facts.now)} low`, format(extremes.min)), pair('high', format(extremes.max))]}${newest && pair('latest', format(newest.value))}</dl>
${newest ? readingTime(newest.at, facts.now, hasFailed(card, facts)) : html`<p class="when">${emptyNote(card, facts)}</p>`}</article>`
}

/** Renders the time of a reading, highlighted if over an hour old. Links to the feeds if its feed failed. */
function readingTime(at: number, now: number, hasFailed = false): Html {
  const isOld = now - at > hours(1)
  return html`<p class="when${isOld && ' late'}">${relativeAndAbsoluteTime(at, now)}${isOld && hasFailed && html`: the last request failed, see <a href="#feeds">Upstream feeds</a>`}</p>`
}

function emptyNote(card: WeatherCard, facts: StatusFacts): Html {
  return hasFailed(card, facts)
    ? html`No data: the last request failed, see <a href="#feeds">Upstream feeds</a>`
    : html`No data yet. Reload in a minute.`
}

function hasFailed({ series }: WeatherCard, { report }: StatusFacts): boolean {
  const paths = SERVED_SERIES.filter((each) => each.series === series).map(({ path }) => path)
  return report.upstreams.some(
    ({ error, endpoints }) => error !== null && paths.some((path) => endpoints.includes(path)),
  )
}

function pair(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function dayPlot(card: WeatherCard, { weather, now }: StatusFacts): Html {
  const { day } = weather[card.series]
  const { name, format, logarithmic, belowZero, thresholds } = card
  const range = card.range(day.map(({ value }) => value))
  const extremes = minAndMax(day)
  const summary = extremes
    ? `last ${formatCoveredSpan(day, now)}: between ${format(extremes.min)} and ${format(extremes.max)}`
    : 'last 24 hours: no data'
  return linePlot({
    readings: day,
    now,
    description: `${name}, ${summary}`,
    range,
    ticks: card.ticks(range),
    ...(logarithmic && { logarithmic }),
    ...(belowZero && { belowZero }),
    ...(thresholds && { thresholds }),
  })
}
