import { type Html, html } from '#pages/html'
import { SERVED } from '#pages/live-values'
import { moment } from '#pages/moment'
import { plot } from '#pages/plot'
import type { StatusFacts, Weather } from '#pages/status-facts'
import { type WarningScale, warningScales } from '#pages/warning-scales'
import { coveredBy, extremesOf, type Figure, figures } from '#pages/weather-figures'
import { hours } from '#time'

/** NOAA's scales, and a card with the last 24 hours for each series. */
export function weatherCards(facts: StatusFacts): Html {
  const { weather, now } = facts
  return html`<section aria-labelledby="weather"><h2 id="weather">Space weather</h2>
<div class="cards">${scalesCard(weather, now)}${figures.map((figure) => card(figure, facts))}</div></section>`
}

function scalesCard(weather: Weather, now: number): Html {
  const newest = warningScales.flatMap(({ series }) => weather[series].now ?? []).map(({ at }) => at)
  return html`<article class="card"><h3>NOAA scales</h3>
<p class="meaning">What the newest values amount to, from 0 (none) to 5 (extreme)</p>
<dl class="scales">${warningScales.map((scale) => scaleRow(scale, weather))}</dl>
${newest.length > 0 ? when(Math.min(...newest), now) : html`<p class="when">Nothing fetched yet</p>`}</article>`
}

function scaleRow({ name, series, step }: WarningScale, weather: Weather): Html {
  const value = weather[series].now?.value
  if (value === undefined)
    return html`<div><dt>${name}</dt><dd class="pips-row"><span class="muted">not known</span></dd></div>`
  const { scale, name: word } = step(value)
  const level = Number(scale.slice(1))
  return html`<div><dt>${name}</dt><dd class="pips-row">${pips(level)}<span><strong>${scale}</strong> ${word}</span></dd></div>`
}

/** As many of five boxes as the level says. */
function pips(level: number): Html {
  const kind = level === 0 ? 'calm' : level < 3 ? 'stirred' : 'fierce'
  return html`<svg class="pips ${kind}" viewBox="0 0 64 14" aria-hidden="true">${[0, 1, 2, 3, 4].map(
    (i) =>
      html`<rect class="${i < level ? 'on' : 'off'}" x="${i * 13 + 0.5}" y="${10 - i * 2}" width="10" height="${3.5 + i * 2}" rx="1.5"/>`,
  )}</svg>`
}

function card(figure: Figure, facts: StatusFacts): Html {
  const { name, series, unit, meaning, format, note } = figure
  const { now: newest, day } = facts.weather[series]
  const extremes = extremesOf(day)
  return html`<article class="card"><h3>${name}</h3><p class="meaning">${meaning}</p>
<p class="value"><strong>${newest ? format(newest.value) : '–'}</strong> <span class="unit">${newest && unit(newest.value)}</span>${
    newest && note && html` <span class="note">${note(newest.value)}</span>`
  }</p>
${plotOf(figure, facts)}
<dl class="extremes">${extremes && [pair(`${coveredBy(day, facts.now)} low`, format(extremes.min)), pair('high', format(extremes.max))]}${newest && pair('newest', format(newest.value))}</dl>
${newest ? when(newest.at, facts.now, hasFailed(figure, facts)) : html`<p class="when">${whyEmpty(figure, facts)}</p>`}</article>`
}

/** What is hours old is said to be, and why if its feed failed. */
function when(at: number, now: number, hasFailed = false): Html {
  const isOld = now - at > hours(1)
  return html`<p class="when${isOld && ' late'}">${moment(at, now)}${isOld && hasFailed && html`: the last ask failed, see <a href="#feeds">Upstream feeds</a>`}</p>`
}

/** A feed that failed is told from one that nobody has asked; what is wrong with it stands in the list of feeds. */
function whyEmpty(figure: Figure, facts: StatusFacts): Html {
  return hasFailed(figure, facts)
    ? html`Nothing fetched yet: the last ask failed, see <a href="#feeds">Upstream feeds</a>`
    : html`Nothing fetched yet: the first look at it fills this card`
}

function hasFailed({ series }: Figure, { report }: StatusFacts): boolean {
  const paths = SERVED.filter((each) => each.series === series).map(({ path }) => path)
  return report.upstreams.some(
    ({ error, endpoints }) => error !== null && paths.some((path) => endpoints.includes(path)),
  )
}

function pair(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function plotOf(figure: Figure, { weather, now }: StatusFacts): Html {
  const { day } = weather[figure.series]
  const { name, format, logarithmic, belowZero, thresholds } = figure
  const range = figure.range(day.map(({ value }) => value))
  const extremes = extremesOf(day)
  const sum = extremes
    ? `last ${coveredBy(day, now)}: between ${format(extremes.min)} and ${format(extremes.max)}`
    : 'last 24 hours: nothing was fetched'
  return plot({
    readings: day,
    now,
    description: `${name}, ${sum}`,
    range,
    ticks: figure.ticks(range),
    ...(logarithmic && { logarithmic }),
    ...(belowZero && { belowZero }),
    ...(thresholds && { thresholds }),
  })
}
