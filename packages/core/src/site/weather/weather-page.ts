import script from 'browser:weather'
import { type Content, type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime, relativeAndAbsoluteTime } from '#endpoint/page/timestamps'
import { seconds } from '#kit/time'
import { scaleLabel } from '#site/noaa-scales'
import { forecastPlot, kpPlot } from '#site/weather/kp-plots'
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
import { SPANS, type Span } from '#site/weather/spans'
import type { WeatherFacts } from '#site/weather/weather-facts'
import { WEATHER_STYLE } from '#site/weather/weather-style'
import { KP_NOTE } from '#space-weather/reference/kp-index'
import { geomagneticStorms } from '#space-weather/reference/scales'
import type { Quantity } from '#space-weather/series/readings'

/** How long the page is valid while a value is missing, which may still be on its way. */
const INCOMPLETE_VALID_MS = seconds(5)

const SPAN_NAMES: Readonly<Record<Span, string>> = { '24h': '24 hours', '7d': '7 days', '27d': '27 days' }

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
${facts.isStoreFailing && html`<p class="notice">The store is unavailable. Current values are shown where they could be fetched; the plots are empty.</p>`}
${facts.isMissingDays && html`<p class="notice">Some days cannot be fetched from the central instance now. They are gaps in the plots.</p>`}
${noaaBadges(facts)}
<section aria-labelledby="plots"><div class="heading"><h2 id="plots">The last ${SPAN_NAMES[span]}</h2>${spanLinks(span, root)}</div>
<p class="hint">Move over a plot, or focus it and use the arrow keys, to read its values.</p>
${kpFigure(facts)}${FIGURES.map((each) => lineFigure(each, facts))}</section>
${forecastSection(facts)}`,
  })
  return isComplete ? page : { ...page, validMs: INCOMPLETE_VALID_MS }
}

function forecastSection({ forecast, now }: WeatherFacts): Html {
  const issue = forecast?.issuedAt ?? null
  return html`<section aria-labelledby="forecast"><h2 id="forecast">The next days</h2>
<article class="card weather-figure"><h3>Forecast of the planetary K index</h3>
${
  forecast
    ? html`<p class="meaning">${issue === null ? 'The time of issue is not known.' : html`Issued ${relativeAndAbsoluteTime(issue, now)}.`} Windows of three hours, UTC; the first may have passed.</p>
${forecastPlot(forecast)}`
    : html`<p class="meaning">No forecast is known now.</p>`
}<p class="when">Source: NOAA SWPC, 3-day forecast</p></article></section>`
}

function spanLinks(span: Span, root: string): Html {
  return html`<nav class="spans" aria-label="Time span">${SPANS.map((id) => html`<a href="${root}weather${id !== '24h' && `?span=${id}`}"${id === span && html` aria-current="true"`}>${SPAN_NAMES[id]}</a>`)}</nav>`
}

/** Plots with what they mean, for people who do not know it, and the latest values. */
interface Figure {
  readonly name: string
  readonly meaning: string
  readonly source: string
  readonly lines: readonly LinePlot[]
}

const FIGURES: readonly Figure[] = [
  {
    name: 'Solar X-rays',
    meaning:
      'Flux from the Sun; each class is ten times the one before. Flares of class M and X disturb radio on the ' +
      'day side. Triangles mark peaks from M1 on, found in this curve.',
    source: 'GOES X-ray flux',
    lines: [xrayPlot],
  },
  {
    name: 'Energetic protons',
    meaning:
      'Protons of 10 MeV and above at geostationary orbit. From 10 pfu on, a radiation storm endangers ' +
      'satellites and disturbs polar radio.',
    source: 'GOES integral proton flux',
    lines: [protonPlot],
  },
  {
    name: 'Solar wind',
    meaning:
      'Measured at L1, 30 to 60 minutes before it reaches the Earth. A fast wind with a strongly southward ' +
      'field (negative Bz, filled) drives storms.',
    source: 'real-time solar wind and magnetic field',
    lines: [windPlot, bzPlot],
  },
]

function kpFigure(facts: WeatherFacts): Html {
  const words = (index: number): Words => ['Kp ', index.toFixed(2), scaleLabel(geomagneticStorms, index)]
  const meaning =
    'Disturbance of the Earth’s magnetic field in three hours, from 0 to 9. A storm begins at 5−. Pale and ' +
    `dashed: a running estimate. ${KP_NOTE}`
  const values = [latestValue('kp', words, facts)]
  return figure({ name: 'Planetary K index', meaning, source: 'planetary K index' }, values, [kpPlot(facts)])
}

function lineFigure({ lines, ...rest }: Figure, facts: WeatherFacts): Html {
  const values = lines.map(({ quantity, toWords }) => latestValue(quantity, toWords, facts))
  return figure(
    rest,
    values,
    lines.map((line) => linePlot(line, facts)),
  )
}

function figure(
  { name, meaning, source }: Omit<Figure, 'lines'>,
  values: readonly Html[],
  plots: readonly Html[],
): Html {
  return html`<article class="card weather-figure"><h3>${name}</h3><div class="now">${values}</div><p class="meaning">${meaning}</p>
${plots}<p class="when">Source: NOAA SWPC, ${source}</p></article>`
}

/** Renders the latest value with its age; one that is not current says so. */
function latestValue(
  quantity: Quantity,
  toWords: (value: number) => Words,
  { series, now }: WeatherFacts,
): Html {
  const { current, latest } = series[quantity]
  if (!latest)
    return html`<p class="reading"><strong>–</strong> <span class="muted">No value known.</span></p>`
  const [before, digits, after] = toWords(latest.value)
  const age: Content = current
    ? relativeAndAbsoluteTime(latest.at, now)
    : html`<span class="late">last known value, ${relativeAndAbsoluteTime(latest.at, now)}</span>`
  return html`<p class="reading">${before}<strong>${digits}</strong> ${after} <span class="muted">${age}</span></p>`
}
