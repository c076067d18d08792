import { flares } from '#model/flares'
import { interpolate, random } from '#storm'
import { DAY, floorTo } from '#time'

// Radio flux at 10.7 cm, its mean of 90 days, sunspot number and area of sunspots, approximate: region 13664
// had 2,400 millionths.
const days = interpolate([
  // time, flux sfu, mean sfu, number, area
  ['03-31T20:00', 129, 166, 80, 500],
  ['04-09T20:00', 122, 165, 45, 250],
  ['04-15T20:00', 176, 164, 140, 950],
  ['04-21T20:00', 212, 165, 222, 1_600],
  ['04-28T20:00', 152, 164, 98, 640],
  ['02T20:00', 158, 163, 112, 800],
  ['05T20:00', 176, 163, 130, 1_500],
  ['08T20:00', 227, 164, 166, 2_700],
  ['10T20:00', 223, 165, 187, 2_900],
  ['11T20:00', 214, 166, 152, 2_750],
])

/** Returns the radio flux at 10.7 cm and its mean of 90 days, in sfu. */
export function radioFluxAt(at: number): { readonly flux: number; readonly mean: number } {
  const [flux, mean] = days(at) as Figures
  return {
    flux: Math.round(flux + 3 * (random(floorTo(DAY / 24, at) / DAY, 91) - 0.5)),
    mean: Math.round(mean),
  }
}

/** The Sun on a day. */
interface SolarDay {
  readonly number: number
  readonly area: number
  readonly newRegions: number
  /** Flux of X-rays between flares as a class, such as `B8.9`; `null` on some days, as at NOAA. */
  readonly background: string | null
  /** Flares of class C, M and X that peaked on it. */
  readonly c: number
  readonly m: number
  readonly x: number
}

/** Returns the counts of the day that begins at `start`. */
export function solarDayOf(start: number): SolarDay {
  const [flux, , number, area] = days(start + (20 / 24) * DAY) as Figures
  const ofDay = flares.filter(({ peak }) => peak >= start && peak < start + DAY)
  const countOf = (letter: string) => ofDay.filter((flare) => flare.class.startsWith(letter)).length
  return {
    number: Math.round(number),
    area: 10 * Math.round(area / 10),
    newRegions: Math.floor(3 * random(start / DAY, 92)),
    background: random(start / DAY, 94) < 0.1 ? null : classOf(3e-7 * (flux / 130) ** 3),
    c: Math.round(number / 20 + 4 * random(start / DAY, 93)),
    m: countOf('M'),
    x: countOf('X'),
  }
}

/** Formats a flux in W/m² below 1e-5 as a class. */
function classOf(flux: number): string {
  const tenths = Math.round(flux * 1e8)
  return tenths < 100 ? `B${(tenths / 10).toFixed(1)}` : `C${(tenths / 100).toFixed(1)}`
}

type Figures = [flux: number, mean: number, number: number, area: number]
