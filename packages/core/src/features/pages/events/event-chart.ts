import { timeFrame } from '@space-data/charts'
import { groupThousands } from '@space-data/charts/text'
import { levelClass } from '#features/pages/level-style'
import { scaleStepOf } from '#features/pages/noaa-scales'
import { markerAt, PLOT_WIDTH, timeChart } from '#features/pages/plots/time-chart'
import { type Html, html } from '#features/shared/page/html'
import { formatDateTime } from '#features/shared/page/timestamps'
import type { SolarEvent } from '#features/space-weather/events/solar-event'
import { flareClasses, flareClassFlux, radioBlackouts } from '#features/space-weather/scales/noaa-scales'
import { days, hours, minutes } from '#kernel/kit/time'

const [FLARE_HEIGHT, LANE_HEIGHT] = [170, 26]
/** Space at the ends of an axis, and after an arrival for its label. */
const [MARGIN_MS, LABEL_MS] = [hours(3), hours(18)]
const STEM_WIDTH = 4

/** Draws the flares of a week, and its coronal mass ejections from the first one to the last arrival. */
export function eventCharts(events: readonly SolarEvent[], now: number): Html {
  return html`<h3>Flares</h3>${flareChart(events, now)}<h3>Coronal mass ejections</h3>${ejectionChart(events, now)}`
}

function flareChart(events: readonly SolarEvent[], now: number): Html {
  const minute = now - (now % minutes(1))
  const times = [minute - days(7), minute + MARGIN_MS] as const
  const flares = events
    .flatMap(({ kind, flare_class, peak_time, start_time }) =>
      kind === 'flare' && flare_class !== null
        ? { at: Date.parse(peak_time ?? start_time), name: flare_class, flux: flareClassFlux(flare_class) }
        : [],
    )
    .sort((a, b) => a.at - b.at)
  const domain = [1e-6, 1e-3] as const
  const frame = timeFrame({ width: PLOT_WIDTH, height: FLARE_HEIGHT, times, domain, logarithmic: true })
  return timeChart({
    times,
    now,
    frame,
    unit: 'class',
    description: `${flares.length} flares of the last 7 days by class`,
    emptyText: 'No flare in the last 7 days',
    formatTick: (flux) => flareClasses.find(({ from }) => from === flux)?.letter ?? 'X10',
    scale: radioBlackouts,
    marks: flares.map(({ at, flux }) => {
      const top = Math.min(FLARE_HEIGHT - 3, frame.yOf(flux))
      return html`<rect class="stem ${levelClass(scaleStepOf(radioBlackouts, flux).scale)}" x="${round1(frame.xOf(at) - STEM_WIDTH / 2)}" width="${STEM_WIDTH}" y="${top}" height="${round1(FLARE_HEIGHT - top)}"/>`
    }),
    values: flares.map(({ at, name }) => [at, `${name} flare`]),
  })
}

/** A coronal mass ejection on its way: from the Sun to its predicted arrival, if it reaches the Earth. */
interface Ejection {
  readonly from: number
  readonly to: number | null
  readonly kp: number | null
  readonly words: string
}

function ejectionChart(events: readonly SolarEvent[], now: number): Html {
  const ejections = events
    .filter(({ kind }) => kind === 'cme')
    .map(toEjection)
    .sort((a, b) => a.from - b.from)
  const minute = now - (now % minutes(1))
  const ends = ejections.flatMap(({ to }) => to ?? [])
  const times = [
    Math.min(ejections[0]?.from ?? minute - days(7), minute - days(1)) - MARGIN_MS,
    Math.max(minute, ...ends) + LABEL_MS,
  ] as const
  const lanes = lanesOf(ejections)
  const height = LANE_HEIGHT * Math.max(2, lanes.length)
  const frame = timeFrame({ width: PLOT_WIDTH, height, times, domain: [0, Math.max(2, lanes.length)] })
  const placed = lanes.flatMap((lane, row) => lane.map((each) => ({ ...each, y: LANE_HEIGHT * (row + 0.5) })))
  const marks = placed.map(({ from, to, y }) => {
    const left = frame.xOf(from)
    return to === null
      ? html`<rect class="missed" x="${round1(left - STEM_WIDTH / 2)}" width="${STEM_WIDTH}" y="${y - 5}" height="10"/>`
      : html`<rect class="transit" x="${left}" width="${round1(frame.xOf(to) - left)}" y="${y - 4}" height="8"/>`
  })
  const markers = placed.flatMap(({ to, kp, y }) => {
    if (to === null) return []
    const label = kp !== null && html`<text class="impact-kp" x="7" dy="4">Kp ${kp}</text>`
    return [markerAt(frame, to, y, html`<path class="impact" d="M-6 -7L4 0L-6 7z"/>${label}`)]
  })
  return timeChart({
    times,
    now,
    frame: { ...frame, ticks: [] },
    unit: 'Sun to predicted arrival; short mark: none predicted',
    description: `${ejections.length} coronal mass ejections of the last 7 days`,
    emptyText: 'No coronal mass ejection in the last 7 days',
    formatTick: String,
    marks,
    markers,
    values: ejections.map(({ from, words }) => [from, words]),
  })
}

function toEjection({ start_time, earth_impact, speed_km_s }: SolarEvent): Ejection {
  const to = Date.parse(earth_impact?.arrival_time ?? '') || null
  const speed = speed_km_s === null ? 'speed unknown' : `${groupThousands(Math.round(speed_km_s))} km/s`
  const words = to === null ? `${speed}, no arrival predicted` : `${speed}, arrives ${formatDateTime(to)}`
  return { from: Date.parse(start_time), to, kp: earth_impact?.kp_max ?? null, words }
}

/** Distributes ejections over the smallest number of lanes on which they do not overlap in time. */
function lanesOf(ejections: readonly Ejection[]): Ejection[][] {
  const lanes: Ejection[][] = []
  for (const ejection of ejections) {
    const end = (lane: readonly Ejection[]) =>
      Math.max(...lane.map(({ from, to }) => (to === null ? from + hours(2) : to + LABEL_MS)))
    const free = lanes.find((lane) => end(lane) < ejection.from)
    if (free) free.push(ejection)
    else lanes.push([ejection])
  }
  return lanes
}

function round1(length: number): number {
  return Math.round(length * 10) / 10
}
