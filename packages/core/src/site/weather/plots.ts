import {
  areaPath,
  decadesOf,
  domainOf,
  flarePeaks,
  kpWindows,
  linePath,
  splitAtGaps,
  type TimeFrame,
  thinned,
  timeFrame,
} from '@space-data/charts'
import { type Html, html } from '#endpoint/page/html'
import { hours, minutes } from '#kit/time'
import { scaleStepLabel, scaleStepOf } from '#site/noaa-scales'
import { formatPowerOfTen, withMinusSign } from '#site/number-format'
import { levelClass } from '#site/weather/noaa-badges'
import type { Span } from '#site/weather/spans'
import { type Band, markerAt, PLOT_WIDTH, timeChart, timesOf } from '#site/weather/time-chart'
import type { ForecastFacts, WeatherFacts } from '#site/weather/weather-facts'
import {
  flareClasses,
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type ScaleStep,
  toFlareClass,
} from '#space-weather/reference/scales'
import type { Quantity, Reading } from '#space-weather/series/readings'

const HEIGHT = 200
const KP_MAX = 9

/** Draws Kp as bars of three hours, coloured by the step of the G scale. */
export function kpPlot({ series, now, span }: WeatherFacts): Html {
  const times = timesOf(span, now)
  const frame = timeFrame({ width: PLOT_WIDTH, height: HEIGHT, times, domain: [0, KP_MAX], tickCount: 9 })
  const windows = kpWindows(series.kp.readings, now)
  const bars = windows.map(({ at, kp, isFinal }) => {
    const level = levelClass(scaleStepOf(geomagneticStorms, kp).scale)
    return kpBar(frame, at, kp, isFinal ? level : `${level} estimate`)
  })
  const highest = Math.max(...windows.map(({ kp }) => kp))
  return timeChart({
    span,
    times,
    frame,
    unit: 'Kp',
    description:
      windows.length > 0
        ? `Planetary K index in windows of three hours, highest ${highest.toFixed(2)}`
        : 'Planetary K index: no data',
    formatTick: (value) => String(value),
    bands: bandsOf(geomagneticStorms),
    marks: bars,
    values: windows.map(({ at, kp, isFinal }) => [
      at,
      `Kp ${kp.toFixed(2)}, ${scaleStepLabel(scaleStepOf(geomagneticStorms, kp))}${isFinal ? '' : ', running estimate'}`,
    ]),
    stepMinutes: 180,
  })
}

/** Draws the forecast of Kp as bars of three hours, in the colours of the G scale that NOAA marks. */
export function forecastPlot({ windows }: ForecastFacts): Html {
  const ats = windows.map(({ at }) => at)
  const times = [Math.min(...ats), Math.max(...ats) + hours(3)] as const
  const frame = timeFrame({ width: PLOT_WIDTH, height: HEIGHT, times, domain: [0, KP_MAX], tickCount: 9 })
  const highest = Math.max(...windows.map(({ kp }) => kp))
  return timeChart({
    span: '7d',
    times,
    frame,
    unit: 'Kp',
    description: `Forecast of the planetary K index in windows of three hours, highest ${highest.toFixed(2)}`,
    formatTick: (value) => String(value),
    bands: bandsOf(geomagneticStorms),
    marks: windows.map(({ at, kp, scale }) => kpBar(frame, at, kp, levelClass(scale))),
    values: windows.map(({ at, kp, scale }) => [at, `Kp ${kp.toFixed(2)}, ${scale}`]),
    stepMinutes: 180,
  })
}

function kpBar(frame: TimeFrame, at: number, kp: number, className: string): Html {
  const [left, right, top] = [frame.xOf(at) + 1.5, frame.xOf(at + hours(3)) - 1.5, frame.yOf(kp)]
  return html`<rect class="bar-kp ${className}" x="${left}" width="${right - left}" y="${Math.min(top, HEIGHT - 2)}" height="${Math.max(2, HEIGHT - top)}"/>`
}

/** Draws the X-ray flux over the flare classes, with the peaks of flares of class M and X marked. */
export function xrayPlot(facts: WeatherFacts): Html {
  const readings = shown(facts, 'xray_flux_w_m2', (one, other) => one.value > other.value)
  const times = timesOf(facts.span, facts.now)
  const domain = decadesOf(readings, [1e-7, 1e-3])
  const frame = timeFrame({ width: PLOT_WIDTH, height: HEIGHT, times, domain, logarithmic: true })
  const peaks = flarePeaks(facts.series.xray_flux_w_m2.readings, flareClasses[3].from)
  return timeChart({
    span: facts.span,
    times,
    frame,
    unit: 'class (W/m², 0.1–0.8 nm)',
    description: described('X-ray flux', readings, toFlareClass),
    formatTick: formatFlareDecade,
    bands: bandsOf(radioBlackouts),
    marks: lines(frame, readings, facts),
    markers: labelled(peaks, facts).map(({ at, value, label }) =>
      markerAt({ frame }, at, frame.yOf(value), html`<path d="M0-3l-4-6h8z"/>${label}`),
    ),
    values: readings.map(({ at, value }) => [at, toFlareClass(value)]),
  })
}

/** Draws the flux of protons of 10 MeV and above over the steps of the S scale. */
export function protonPlot(facts: WeatherFacts): Html {
  const readings = shown(facts, 'proton_flux_pfu')
  const times = timesOf(facts.span, facts.now)
  const domain = decadesOf(readings, [0.1, 1e4])
  const frame = timeFrame({ width: PLOT_WIDTH, height: HEIGHT, times, domain, logarithmic: true })
  return timeChart({
    span: facts.span,
    times,
    frame,
    unit: 'pfu (≥ 10 MeV)',
    description: described('Proton flux', readings, formatPfu),
    formatTick: formatPowerOfTen,
    bands: bandsOf(radiationStorms),
    marks: lines(frame, readings, facts),
    values: readings.map(({ at, value }) => [
      at,
      `${formatPfu(value)} pfu, ${scaleStepLabel(scaleStepOf(radiationStorms, value))}`,
    ]),
  })
}

/** Draws the speed of the solar wind, for above the plot of Bz. */
export function windPlot(facts: WeatherFacts): Html {
  const readings = shown(facts, 'solar_wind_speed_km_s')
  const times = timesOf(facts.span, facts.now)
  const frame = timeFrame({ width: PLOT_WIDTH, height: 150, times, domain: domainOf(readings, [300, 600]) })
  return timeChart({
    span: facts.span,
    times,
    frame,
    unit: 'speed, km/s',
    description: described('Solar wind speed in km/s', readings, (value) => String(Math.round(value))),
    formatTick: (value) => String(value),
    marks: lines(frame, readings, facts),
    values: readings.map(({ at, value }) => [at, `${Math.round(value)} km/s`]),
    hasTimeLabels: false,
  })
}

/** Draws Bz with its southward part filled. */
export function bzPlot(facts: WeatherFacts): Html {
  const readings = shown(facts, 'bz_gsm_nt')
  const times = timesOf(facts.span, facts.now)
  const frame = timeFrame({ width: PLOT_WIDTH, height: 150, times, domain: domainOf(readings, [-10, 10]) })
  const south = splitAtGaps(readings, DRAWINGS[facts.span].maxGapMs).map((run) => {
    const below = run.map(({ at, value }) => ({ at, value: Math.min(0, value) }))
    return html`<path class="south" d="${areaPath(frame, below, 0)}"/>`
  })
  return timeChart({
    span: facts.span,
    times,
    frame,
    unit: 'Bz (GSM), nT',
    description: described('Bz in nT', readings, formatNt),
    formatTick: (value) => withMinusSign(String(value)),
    marks: [...south, ...lines(frame, readings, facts)],
    values: readings.map(({ at, value }) => [
      at,
      `${formatNt(value)} nT, ${value < 0 ? 'southward' : 'northward'}`,
    ]),
  })
}

/** Formats a power of ten of the X-ray flux as its class: `M`, and above X as `X10`. */
function formatFlareDecade(flux: number): string {
  const { letter, from } = flareClasses.findLast((each) => each.from <= flux) ?? flareClasses[0]
  return flux <= from ? letter : `${letter}${Math.round(flux / from)}`
}

/** Formats a proton flux: two decimals below 10 pfu. */
export function formatPfu(value: number): string {
  return value < 10 ? value.toFixed(2) : String(Math.round(value))
}

/** Formats a field strength in nT with one decimal. */
export function formatNt(value: number): string {
  return withMinusSign(value.toFixed(1))
}

/** How a span is drawn. */
interface Drawing {
  /** Time from one point to the next, in milliseconds. */
  readonly stepMs: number
  /** The longest gap between two readings that a line crosses, in milliseconds. */
  readonly maxGapMs: number
  /** How far apart the labels of flares are at least, in milliseconds. */
  readonly labelRoomMs: number
}

const DRAWINGS: Readonly<Record<Span, Drawing>> = {
  '24h': { stepMs: minutes(5), maxGapMs: minutes(20), labelRoomMs: hours(1.4) },
  '7d': { stepMs: minutes(15), maxGapMs: minutes(45), labelRoomMs: hours(8) },
  '27d': { stepMs: hours(1), maxGapMs: hours(3), labelRoomMs: hours(31) },
}

/** Returns the readings of a span that are drawn. */
function shown(
  { series, span }: WeatherFacts,
  id: Quantity,
  isBetter = (one: Reading, other: Reading) => one.at > other.at,
): readonly Reading[] {
  const { readings } = series[id]
  return span === '24h' ? readings : thinned(readings, DRAWINGS[span].stepMs, isBetter)
}

function lines(frame: ReturnType<typeof timeFrame>, readings: readonly Reading[], facts: WeatherFacts) {
  return splitAtGaps(readings, DRAWINGS[facts.span].maxGapMs).map(
    (run) => html`<path class="line" d="${linePath(frame, run)}"/>`,
  )
}

function bandsOf(scale: readonly ScaleStep[]): Band[] {
  return scale.slice(1).map(({ scale: label, from }, i) => ({
    from,
    to: scale[i + 2]?.from,
    label,
    className: levelClass(label),
  }))
}

interface LabelledPeak extends Reading {
  readonly label?: Html
}

/**
 * Labels the strongest flares, as many as have room; narrow screens show every label that has twice the room.
 */
function labelled(peaks: readonly Reading[], { span }: WeatherFacts): LabelledPeak[] {
  const { labelRoomMs } = DRAWINGS[span]
  const [wide, narrow] = [spaced(peaks, labelRoomMs), spaced(peaks, 3 * labelRoomMs)]
  return peaks.map((peak) => ({
    ...peak,
    ...(wide.has(peak) && {
      label: html`<text${!narrow.has(peak) && html` class="minor"`} y="-13">${toFlareClass(peak.value)}</text>`,
    }),
  }))
}

/** Returns the highest readings that are at least `roomMs` apart. */
function spaced(readings: readonly Reading[], roomMs: number): ReadonlySet<Reading> {
  const chosen = new Set<Reading>()
  for (const reading of [...readings].sort((one, other) => other.value - one.value)) {
    if ([...chosen].every(({ at }) => Math.abs(at - reading.at) >= roomMs)) chosen.add(reading)
  }
  return chosen
}

function described(name: string, readings: readonly Reading[], format: (value: number) => string): string {
  if (readings.length === 0) return `${name}: no data`
  const values = readings.map(({ value }) => value)
  return `${name}, between ${format(Math.min(...values))} and ${format(Math.max(...values))}`
}
