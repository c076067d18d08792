import { kpWindows, type TimeFrame, timeFrame } from '@space-data/charts'
import { levelClass } from '#features/pages/level-style'
import { scaleLabel, scaleStepOf } from '#features/pages/noaa-scales'
import { alertMarkers } from '#features/pages/plots/alert-markers'
import { markerAt, PLOT_WIDTH, share, timeChart } from '#features/pages/plots/time-chart'
import { timesOf } from '#features/pages/weather/spans'
import type { WeatherFacts } from '#features/pages/weather/weather-facts'
import { type Html, html } from '#features/shared/page/html'
import { formatDateTime, formatDay, formatTime } from '#features/shared/page/timestamps'
import { geomagneticStorms } from '#features/space-weather/scales/noaa-scales'
import { days, hours } from '#kernel/kit/time'

const HEIGHT = 190
const KP_MAX = 9
const WINDOW_MS = hours(3)
/** Share of the plot that a label of arrivals takes. */
const LABEL_SHARE = 0.18

/** The Kp of a three-hour window. */
interface KpBar {
  /** Start of its window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  readonly className: string
  /** Text of the cursor after the index. */
  readonly note: string
  readonly isForecast?: true
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
    marks: bars
      .filter(({ isForecast }) => !isForecast)
      .map((bar) => html`<rect class="bar-kp ${bar.className}" ${place(bar, frame)}/>`),
    markers: [
      hatchedBars(bars, frame),
      ...groupArrivals(arrivals, times).flatMap((group) => arrivalMarks(group, frame)),
    ],
    links: alertMarkers(alerts, 'geomagnetic.*', frame, times, root),
    values: bars.map(({ at, kp, note }) => [at, `Kp ${kp.toFixed(2)}, ${note}`]),
    recordedFrom: observed[0]?.at,
    stepMinutes: 180,
  })
}

/** Returns when coronal mass ejections are expected to arrive, up to the end of the plot. */
function arrivalsIn({ day: { arrivals }, now }: WeatherFacts, to: number): number[] {
  const expected = (arrivals?.arrivals ?? []).map(({ arrival_time }) => Date.parse(arrival_time))
  return expected.filter((at) => at > now && at < to).sort((a, b) => a - b)
}

/** The position of a bar. Its width is a share of the plot, so that it may stand outside the stretched drawing. */
function place({ at, kp }: KpBar, frame: TimeFrame): Html {
  const [left, right, top] = [frame.xOf(at) + 1, frame.xOf(at + WINDOW_MS) - 1, frame.yOf(kp)]
  return html`x="${share(left)}" width="${share(Math.max(1, right - left))}" y="${Math.min(top, HEIGHT - 2)}" height="${Math.max(2, HEIGHT - top)}"`
}

/** Draws the forecast. The stretched drawing would make the hatching steeper. */
function hatchedBars(bars: readonly KpBar[], frame: TimeFrame): Html {
  const forecast = bars.filter(({ isForecast }) => isForecast)
  return html`<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7"/></pattern>${forecast.map((bar) => html`<rect class="bar-kp ${bar.className}" ${place(bar, frame)}/><rect class="hatch" ${place(bar, frame)}/>`)}`
}

/** Groups ascending instants that are too close together for a label each. */
function groupArrivals(arrivals: readonly number[], [from, to]: readonly [number, number]): number[][] {
  const groups: number[][] = []
  for (const at of arrivals) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && at - group[0] < LABEL_SHARE * (to - from)) group.push(at)
    else groups.push([at])
  }
  return groups
}

/** Draws a tick for each arrival of a group, and one label, which a narrow screen has only for several arrivals. */
function arrivalMarks(group: readonly number[], frame: TimeFrame): Html[] {
  const [first, last] = [group[0] ?? 0, group.at(-1) ?? 0]
  const format = last - first < days(1) ? formatTime : formatDay
  const span = format(first) === format(last) ? format(first) : `${format(first)}–${format(last)}`
  const name = group.length === 1 ? 'CME' : `${group.length} CMEs`
  const isLate = frame.xOf(last) > (1 - LABEL_SHARE) * frame.width
  const label = html`<text class="arrival-label${isLate && ' late'}${group.length === 1 && ' minor'}" x="${isLate ? -5 : 5}" y="11">${name} <tspan class="minor">${span}</tspan></text>`
  return group.map((at, i) =>
    markerAt(
      frame,
      at,
      0,
      html`<line class="arrival" y2="${HEIGHT}"/>${i === (isLate ? 0 : group.length - 1) && label}`,
    ),
  )
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
      isForecast: true,
    }))
}
