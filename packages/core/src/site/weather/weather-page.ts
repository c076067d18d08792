import script from 'browser:plots'
import { type Content, type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime, relativeAndAbsoluteTime } from '#endpoint/page/timestamps'
import { seconds } from '#kit/time'
import { failureNote } from '#site/feed-failures'
import { pathOf } from '#site/live-values'
import { scaleLabel } from '#site/noaa-scales'
import { auroraFigure } from '#site/weather/aurora-maps'
import { dayCards } from '#site/weather/day-cards'
import { kpPlot } from '#site/weather/kp-plots'
import {
  bzPlot,
  type LinePlot,
  linePlot,
  protonPlot,
  type Words,
  windPlot,
  xrayPlot,
} from '#site/weather/line-plots'
import { noaaBadges } from '#site/weather/noaa-badges'
import { noaaWord } from '#site/weather/noaa-word'
import { SPAN_NAMES, SPANS, type Span } from '#site/weather/spans'
import type { WeatherFacts } from '#site/weather/weather-facts'
import { WEATHER_STYLE } from '#site/weather/weather-style'
import { KP_NOTE } from '#space-weather/reference/kp-index'
import { geomagneticStorms } from '#space-weather/reference/scales'
import type { Quantity } from '#space-weather/series/readings'

/** Validity of the page while a value is missing, which may still arrive. */
const INCOMPLETE_VALID_MS = seconds(5)

/** Renders the page of the space weather. `root` is the prefix of every link. */
export function weatherPage(facts: WeatherFacts, root: string): HtmlPage {
  const { now, series, sourceNote, span } = facts
  const isComplete = !facts.isMissingDays && Object.values(series).every(({ current }) => current !== null)
  const page = renderPage({
    title: 'Space weather',
    root,
    current: 'weather',
    sourceNote,
    style: WEATHER_STYLE,
    script,
    main: html`<header class="page-head"><h1>Space weather</h1>
<p class="muted">As of <time datetime="${new Date(now).toISOString()}">${formatDateTime(now)}</time>. Observations and forecast by NOAA SWPC${sourceNote && ` ${sourceNote}`}.</p></header>
${facts.isStoreFailing && html`<p class="notice">The store is unavailable. Current values are shown if they could be fetched; the plots are empty.</p>`}
${facts.isMissingDays && html`<p class="notice">Some days cannot be fetched from the central instance now. They are gaps in the plots.</p>`}
${noaaBadges(facts)}
${dayCards(facts.day, now, root)}
<section aria-labelledby="plots"><div class="heading"><h2 id="plots">The last ${SPAN_NAMES[span]}</h2>${spanLinks(span, root)}</div>
<p class="hint">Move over a plot, or focus it and use the arrow keys, to read its values. Triangles above a plot are <a href="${root}alerts">alerts</a>.</p>
<div class="weather-figures">${kpFigure(facts, root)}${FIGURES.map((each) => lineFigure(each, facts, root))}${auroraFigure(facts.aurora, now, root)}</div></section>
${noaaWord(facts.day, facts.bulletins, now, root)}`,
  })
  return isComplete ? page : { ...page, validMs: INCOMPLETE_VALID_MS }
}

function spanLinks(span: Span, root: string): Html {
  return html`<nav class="spans" aria-label="Time span">${SPANS.map((id) => html`<a href="${root}weather${id !== '24h' && `?span=${id}`}"${id === span && html` aria-current="true"`}>${SPAN_NAMES[id]}</a>`)}</nav>`
}

/** A plot with an explanation for readers who do not know it. */
interface Figure {
  readonly name: string
  readonly meaning: string
  readonly source: string
  readonly line: LinePlot
}

const FIGURES: readonly Figure[] = [
  {
    name: 'Solar X-rays',
    meaning:
      'Flux from the Sun; each class is ten times the previous one. Flares of class M and X disturb radio ' +
      'on the day side. Triangles mark peaks of M1 and above in this curve.',
    source: 'GOES X-ray flux',
    line: xrayPlot,
  },
  {
    name: 'Energetic protons',
    meaning:
      'Protons of 10 MeV and above at geostationary orbit. From 10 pfu, a radiation storm endangers ' +
      'satellites and disturbs polar radio.',
    source: 'GOES integral proton flux',
    line: protonPlot,
  },
  {
    name: 'Solar wind',
    meaning: 'Speed of the protons at L1, 30 to 60 minutes before they reach the Earth.',
    source: 'real-time solar wind',
    line: windPlot,
  },
  {
    name: 'Magnetic field of the solar wind',
    meaning: 'Its component along the Earth’s axis. Strong southward fields (negative, filled) drive storms.',
    source: 'real-time magnetic field',
    line: bzPlot,
  },
]

function kpFigure(facts: WeatherFacts, root: string): Html {
  const words = (index: number): Words => ['Kp ', index.toFixed(2), scaleLabel(geomagneticStorms, index)]
  const meaning = html`Disturbance of the Earth’s magnetic field over three hours, from 0 to 9. A storm begins at 5−. Dashed: a running estimate. ${KP_NOTE} ${gfzNote(facts)} ${forecastNote(facts)}`
  const name = 'Planetary K index and its forecast'
  const figure = { name, meaning, source: 'planetary K index and 3-day forecast', isWide: true }
  return renderFigure(figure, latestValue('kp', words, facts, root), kpPlot(facts, root))
}

/** The newest Kp of GFZ Potsdam, with its window and licence. */
function gfzNote({ day: { kpGfz } }: WeatherFacts): Html | undefined {
  if (!kpGfz) return undefined
  return html`GFZ publishes <b>${kpGfz.kp.toFixed(2)}</b> (${kpGfz.status}, <a href="https://kp.gfz.de/" rel="noopener">CC BY 4.0</a>) for the three hours to ${formatDateTime(Date.parse(kpGfz.stop))}.`
}

function forecastNote({ forecast, now }: WeatherFacts): Html {
  if (!forecast) return html`No forecast is available now.`
  const { issuedAt } = forecast
  return html`Pale, right of now: the forecast${issuedAt === null ? ', with unknown time of issue' : html` issued ${relativeAndAbsoluteTime(issuedAt, now)}`}.`
}

function lineFigure({ line, ...rest }: Figure, facts: WeatherFacts, root: string): Html {
  return renderFigure(
    rest,
    latestValue(line.quantity, line.toWords, facts, root),
    linePlot(line, facts, root),
  )
}

function renderFigure(
  {
    name,
    meaning,
    source,
    isWide,
  }: Omit<Figure, 'line' | 'meaning'> & { meaning: Content; isWide?: boolean },
  value: Html,
  plot: Html,
): Html {
  return html`<article class="card weather-figure${isWide && ' wide'}"><h3>${name}</h3><div class="now">${value}</div><p class="meaning">${meaning}</p>
${plot}<p class="when">Source: NOAA SWPC, ${source}</p></article>`
}

/** Renders the latest value with its age. For a value that is not current, states that and the cause. */
function latestValue(
  quantity: Quantity,
  toWords: (value: number) => Words,
  { series, failures, now }: WeatherFacts,
  root: string,
): Html {
  const { current, latest } = series[quantity]
  const failure = current ? undefined : failures.get(pathOf(quantity))
  const cause = failure && html`${failureNote(failure, root)}`
  if (!latest)
    return html`<p class="reading"><strong>–</strong> <span class="muted">${cause ?? 'No value available.'}</span></p>`
  const [before, digits, after] = toWords(latest.value)
  const age: Content = current
    ? relativeAndAbsoluteTime(latest.at, now)
    : html`<span class="late">last known value, ${relativeAndAbsoluteTime(latest.at, now)}</span>${cause && html`; ${cause}`}`
  return html`<p class="reading">${before}<strong>${digits}</strong> ${after} <span class="muted">${age}</span></p>`
}
