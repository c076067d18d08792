import {
  areaPath,
  decadesOf,
  domainOf,
  flarePeaks,
  linePath,
  splitAtGaps,
  type TimeFrame,
  thinned,
  timeFrame,
} from '@space-data/charts'
import { scaleLabel } from '#features/pages/noaa-scales'
import {
  formatNt,
  formatPfu,
  formatPowerOfTen,
  formatScientific,
  withMinusSign,
} from '#features/pages/number-format'
import { alertMarkers } from '#features/pages/plots/alert-markers'
import { markerAt, PLOT_WIDTH, timeChart } from '#features/pages/plots/time-chart'
import { SPAN_DAYS, SPAN_NAMES, type Span } from '#features/pages/weather/spans'
import type { WeatherFacts } from '#features/pages/weather/weather-facts'
import { type Html, html } from '#features/shared/page/html'
import {
  flareClasses,
  radiationStorms,
  radioBlackouts,
  type Scale,
  toFlareClass,
} from '#features/space-weather/scales/noaa-scales'
import type { Quantity, Reading } from '#features/space-weather/series/readings'
import { days, hours, minutes } from '#kernel/kit/time'

/** A value in words: the text before the figure, the figure, and the text after it. */
export type Words = readonly [before: string, figure: string, after: string]

/** A quantity that is plotted as a line. */
export interface LinePlot {
  readonly quantity: Quantity
  /** Text alternative of the plot. */
  readonly name: string
  /** Text above the axis. */
  readonly unit: string
  readonly height: number
  /** Smallest range of the axis. */
  readonly domain: readonly [low: number, high: number]
  readonly logarithmic?: true
  readonly scale?: Scale
  readonly formatTick: (value: number) => string
  readonly toWords: (value: number) => Words
  /** Formats the text of the cursor. Default: the figure and the text after it. */
  readonly toTip?: (value: number) => string
  /** Whether the first of two readings is drawn if there is room for only one. Default: the later one is. */
  readonly isBetter?: (one: Reading, other: Reading) => boolean
  /** Draws the area below the line. */
  readonly fill?: (frame: TimeFrame, run: readonly Reading[]) => Html
  readonly markers?: (frame: TimeFrame, facts: WeatherFacts) => readonly Html[]
  /** The types of alerts that are marked above the plot. */
  readonly alerts?: string
}

/** The X-ray flux over the flare classes, with the peaks of flares of class M and X marked. */
export const xrayPlot: LinePlot = {
  quantity: 'xray_flux_w_m2',
  name: 'X-ray flux',
  unit: 'class (W/m², 0.1–0.8 nm)',
  height: 150,
  domain: [1e-7, 1e-3],
  logarithmic: true,
  scale: radioBlackouts,
  formatTick: formatFlareDecade,
  toWords: (flux) => [
    '',
    toFlareClass(flux),
    `${formatScientific(flux)} W/m², ${scaleLabel(radioBlackouts, flux)}`,
  ],
  toTip: toFlareClass,
  isBetter: (one, other) => one.value > other.value,
  markers: flareMarkers,
  alerts: 'solar.flare',
}

/** The flux of protons of 10 MeV and above over the levels of the S scale. */
export const protonPlot: LinePlot = {
  quantity: 'proton_flux_pfu',
  name: 'Proton flux',
  unit: 'pfu (≥ 10 MeV)',
  height: 150,
  domain: [0.1, 1e4],
  logarithmic: true,
  scale: radiationStorms,
  formatTick: formatPowerOfTen,
  toWords: (flux) => ['', formatPfu(flux), `pfu, ${scaleLabel(radiationStorms, flux)}`],
  alerts: 'solar.radiation_storm',
}

/** The speed of the solar wind. */
export const windPlot: LinePlot = {
  quantity: 'solar_wind_speed_km_s',
  name: 'Solar wind speed in km/s',
  unit: 'speed, km/s',
  height: 150,
  domain: [300, 600],
  formatTick: String,
  toWords: (speed) => ['', String(Math.round(speed)), 'km/s'],
}

/** Bz with its southward part filled. */
export const bzPlot: LinePlot = {
  quantity: 'bz_gsm_nt',
  name: 'Bz in nT',
  unit: 'Bz (GSM), nT',
  height: 150,
  domain: [-10, 10],
  formatTick: (value) => withMinusSign(String(value)),
  alerts: 'solar_wind.*',
  toWords: (bz) => ['Bz ', formatNt(bz), `nT, ${bz < 0 ? 'southward' : 'northward'}`],
  fill(frame, run) {
    const below = run.map(({ at, value }) => ({ at, value: Math.min(0, value) }))
    return html`<path class="south" d="${areaPath(frame, below, 0)}"/>`
  },
}

/** Draws a quantity over the span of the page. */
export function linePlot(plot: LinePlot, facts: WeatherFacts, root: string): Html {
  const { name, height, logarithmic = false, toWords, fill, isBetter = isLater } = plot
  const { toTip = (value) => toWords(value).slice(1).join(' ') } = plot
  const { span, now, alerts } = facts
  const { stepMs, maxGapMs } = DRAWINGS[span]
  const all = facts.series[plot.quantity].readings
  const readings = span === '24h' ? all : thinned(all, stepMs, isBetter)
  const minute = now - (now % minutes(1))
  const times = [minute - days(SPAN_DAYS[span]), minute] as const
  const domain = (logarithmic ? decadesOf : domainOf)(readings, plot.domain)
  const frame = timeFrame({ width: PLOT_WIDTH, height, times, domain, logarithmic })
  const runs = splitAtGaps(readings, maxGapMs)
  const figures = (values: readonly number[]) =>
    [Math.min, Math.max].map((pick) => toWords(pick(...values))[1]).join(' and ')
  return timeChart({
    ...plot,
    times,
    now,
    frame,
    emptyText: `No data in the last ${SPAN_NAMES[span]}`,
    description:
      readings.length > 0
        ? `${name}, between ${figures(readings.map(({ value }) => value))}`
        : `${name}: no data`,
    marks: [
      ...(fill ? runs.map((run) => fill(frame, run)) : []),
      ...runs.map((run) => html`<path class="line" d="${linePath(frame, run)}"/>`),
    ],
    recordedFrom: all[0]?.at,
    markers: plot.markers?.(frame, facts) ?? [],
    links: plot.alerts === undefined ? [] : alertMarkers(alerts, plot.alerts, frame, times, root),
    values: readings.map(({ at, value }) => [at, toTip(value)]),
  })
}

function isLater(one: Reading, other: Reading): boolean {
  return one.at > other.at
}

/** Formats a power of ten of the X-ray flux as its class: `M`, and above X as `X10`. */
function formatFlareDecade(flux: number): string {
  const { letter, from } = flareClasses.findLast((each) => each.from <= flux) ?? flareClasses[0]
  return flux <= from ? letter : `${letter}${Math.round(flux / from)}`
}

/** Parameters for drawing a span. */
interface Drawing {
  /** Time from one point to the next, in milliseconds. */
  readonly stepMs: number
  /** The longest gap between two readings that a line crosses, in milliseconds. */
  readonly maxGapMs: number
  /** Minimum distance between the labels of flares, in milliseconds. */
  readonly labelRoomMs: number
}

const DRAWINGS: Readonly<Record<Span, Drawing>> = {
  '24h': { stepMs: minutes(5), maxGapMs: minutes(20), labelRoomMs: hours(2.4) },
  '7d': { stepMs: minutes(15), maxGapMs: minutes(45), labelRoomMs: hours(16) },
  '27d': { stepMs: hours(1), maxGapMs: hours(3), labelRoomMs: hours(62) },
}

/**
 * Marks the strongest flares that have room for a label; on narrow screens, only flares with three times the
 * room.
 */
function flareMarkers(frame: TimeFrame, { series, span }: WeatherFacts): Html[] {
  const peaks = flarePeaks(series.xray_flux_w_m2.readings, flareClasses[3].from)
  const { labelRoomMs } = DRAWINGS[span]
  const [wide, narrow] = [spaced(peaks, labelRoomMs), spaced(peaks, 3 * labelRoomMs)]
  return [...wide].map((peak) => {
    const label = html`<text y="-13">${toFlareClass(peak.value)}</text>`
    const mark = html`<g${!narrow.has(peak) && html` class="minor"`}><path d="M0-3l-4-6h8z"/>${label}</g>`
    return markerAt(frame, peak.at, frame.yOf(peak.value), mark)
  })
}

/** Returns the highest readings that are at least `roomMs` apart. */
function spaced(readings: readonly Reading[], roomMs: number): ReadonlySet<Reading> {
  const chosen = new Set<Reading>()
  for (const reading of [...readings].sort((one, other) => other.value - one.value)) {
    if ([...chosen].every(({ at }) => Math.abs(at - reading.at) >= roomMs)) chosen.add(reading)
  }
  return chosen
}
