import { kpWindows, type TimeFrame, timeFrame } from '@space-data/charts'
import { type Html, html } from '#endpoint/page/html'
import { formatDateTime } from '#endpoint/page/timestamps'
import { hours } from '#kit/time'
import { levelClass } from '#site/level-style'
import { scaleLabel, scaleStepOf } from '#site/noaa-scales'
import { alertMarkers } from '#site/plots/alert-markers'
import { markerAt, PLOT_WIDTH, timeChart } from '#site/plots/time-chart'
import { timesOf } from '#site/weather/spans'
import type { WeatherFacts } from '#site/weather/weather-facts'
import { geomagneticStorms } from '#space-weather/reference/scales'

const HEIGHT = 200
const KP_MAX = 9
const WINDOW_MS = hours(3)

/** The Kp of a three-hour window. */
interface KpBar {
  /** Start of its window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  readonly className: string
  /** Text of the cursor after the index. */
  readonly note: string
}

/** Draws Kp as bars of three hours, coloured by the level of the G scale: observed, then forecast. */
export function kpPlot(facts: WeatherFacts, root: string): Html {
  const { span, now, forecast, alerts } = facts
  const observed = observedBars(facts)
  const bars = [...observed, ...forecastBars(facts, observed.at(-1)?.at)]
  const [from, to] = timesOf(span, now)
  const times = [from, Math.max(to, ...(forecast?.windows.map(({ at }) => at + WINDOW_MS) ?? []))] as const
  const frame = timeFrame({ width: PLOT_WIDTH, height: HEIGHT, times, domain: [0, KP_MAX], tickCount: 9 })
  const arrivals = arrivalsIn(facts, times[1])
  const highest = Math.max(...observed.map(({ kp }) => kp))
  const found =
    observed.length > 0 ? ` in windows of three hours, highest ${highest.toFixed(2)}` : ': no data'
  return timeChart({
    times,
    now,
    frame,
    unit: 'Kp',
    description: [
      `Planetary K index${found}`,
      ...(forecast ? ['then its forecast'] : []),
      ...arrivals.map((at) => `a coronal mass ejection may arrive at ${formatDateTime(at)}`),
    ].join('; '),
    emptyText: 'No data',
    formatTick: String,
    scale: geomagneticStorms,
    marks: bars.map(({ at, kp, className }) => {
      const [left, right, top] = [frame.xOf(at) + 1, frame.xOf(at + WINDOW_MS) - 1, frame.yOf(kp)]
      return html`<rect class="bar-kp ${className}" x="${left}" width="${Math.max(1, right - left)}" y="${Math.min(top, HEIGHT - 2)}" height="${Math.max(2, HEIGHT - top)}"/>`
    }),
    markers: arrivals.map((at) => arrivalLine(frame, at)),
    links: alertMarkers(alerts, 'geomagnetic.*', frame, times, root),
    values: bars.map(({ at, kp, note }) => [at, `Kp ${kp.toFixed(2)}, ${note}`]),
    recordedFrom: observed[0]?.at,
    stepMinutes: 180,
  })
}

/** Returns when coronal mass ejections are expected to arrive, up to the end of the plot. */
function arrivalsIn({ day: { arrivals }, now }: WeatherFacts, to: number): number[] {
  const expected = (arrivals?.arrivals ?? []).map(({ arrival_time }) => Date.parse(arrival_time))
  return expected.filter((at) => at > now && at < to)
}

function arrivalLine(frame: TimeFrame, at: number): Html {
  return markerAt(frame, at, 0, html`<line class="arrival" y2="${HEIGHT}"/><text x="18" y="12">CME</text>`)
}

function observedBars({ series, now }: WeatherFacts): KpBar[] {
  return kpWindows(series.kp.readings, now).map(({ at, kp, isFinal }) => {
    const level = levelClass(scaleStepOf(geomagneticStorms, kp).scale)
    const label = scaleLabel(geomagneticStorms, kp)
    return isFinal
      ? { at, kp, className: level, note: label }
      : { at, kp, className: `${level} estimate`, note: `${label}, running estimate` }
  })
}

/** Returns the forecast of the windows after the last observed one that have not ended. */
function forecastBars({ forecast, now }: WeatherFacts, observedTo = Number.NEGATIVE_INFINITY): KpBar[] {
  return (forecast?.windows ?? [])
    .filter(({ at }) => at > observedTo && at + WINDOW_MS > now)
    .map(({ at, kp, scale }) => ({
      at,
      kp,
      className: `${levelClass(scale)} forecast`,
      note: `${scale}, forecast`,
    }))
}
