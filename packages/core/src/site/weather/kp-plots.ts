import { kpWindows, timeFrame } from '@space-data/charts'
import { type Html, html } from '#endpoint/page/html'
import { hours } from '#kit/time'
import { scaleLabel, scaleStepOf } from '#site/noaa-scales'
import { levelClass } from '#site/weather/noaa-badges'
import type { Span } from '#site/weather/spans'
import { PLOT_WIDTH, timeChart, timesOf } from '#site/weather/time-chart'
import type { ForecastFacts, WeatherFacts } from '#site/weather/weather-facts'
import { geomagneticStorms } from '#space-weather/reference/scales'

const HEIGHT = 200
const KP_MAX = 9
const WINDOW_MS = hours(3)

/** The Kp of three hours. */
interface KpBar {
  /** Start of its window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  readonly className: string
  /** What the cursor says after the index. */
  readonly note: string
}

/** Draws Kp as bars of three hours, coloured by the step of the G scale. */
export function kpPlot({ series, now, span }: WeatherFacts): Html {
  const bars = kpWindows(series.kp.readings, now).map(({ at, kp, isFinal }): KpBar => {
    const level = levelClass(scaleStepOf(geomagneticStorms, kp).scale)
    const label = scaleLabel(geomagneticStorms, kp)
    return isFinal
      ? { at, kp, className: level, note: label }
      : { at, kp, className: `${level} estimate`, note: `${label}, running estimate` }
  })
  return barChart('Planetary K index', bars, span, timesOf(span, now))
}

/** Draws the forecast of Kp as bars of three hours, in the colours of the G scale that NOAA marks. */
export function forecastPlot({ windows }: ForecastFacts): Html {
  const bars = windows.map(({ at, kp, scale }) => ({ at, kp, className: levelClass(scale), note: scale }))
  const ats = windows.map(({ at }) => at)
  const times = [Math.min(...ats), Math.max(...ats) + WINDOW_MS] as const
  return barChart('Forecast of the planetary K index', bars, '7d', times)
}

function barChart(
  name: string,
  bars: readonly KpBar[],
  span: Span,
  times: readonly [from: number, to: number],
): Html {
  const frame = timeFrame({ width: PLOT_WIDTH, height: HEIGHT, times, domain: [0, KP_MAX], tickCount: 9 })
  const highest = Math.max(...bars.map(({ kp }) => kp))
  const found = bars.length > 0 ? ` in windows of three hours, highest ${highest.toFixed(2)}` : ': no data'
  return timeChart({
    span,
    times,
    frame,
    unit: 'Kp',
    description: name + found,
    formatTick: String,
    scale: geomagneticStorms,
    marks: bars.map(({ at, kp, className }) => {
      const [left, right, top] = [frame.xOf(at) + 1.5, frame.xOf(at + WINDOW_MS) - 1.5, frame.yOf(kp)]
      return html`<rect class="bar-kp ${className}" x="${left}" width="${right - left}" y="${Math.min(top, HEIGHT - 2)}" height="${Math.max(2, HEIGHT - top)}"/>`
    }),
    values: bars.map(({ at, kp, note }) => [at, `Kp ${kp.toFixed(2)}, ${note}`]),
    stepMinutes: 180,
  })
}
