import { classOfFlux, flares } from '#model/flares'
import { electronsAt, protonsAt, xrayAt } from '#model/goes'
import { noise, type StormClock } from '#storm'
import { DAY, floorTo, MINUTE, withZone } from '#time'

/**
 * `xrays-6-hour`, `xrays-7-day`: two rows per minute, oldest first, with SWPC's misspelt
 * `electron_contaminaton`.
 */
export function xrayRows(
  { at, shiftMs, hours = 6 }: StormClock,
  satellite: number,
  length = 60 * hours - 2,
): unknown[] {
  const newest = floorTo(MINUTE, at) - 2 * MINUTE
  return Array.from({ length }, (_, i) => newest - (length - 1 - i) * MINUTE).flatMap((minute) => {
    const { short, long } = xrayAt(minute)
    const time_tag = withZone(minute + shiftMs)
    const bands = [
      ['0.05-0.4nm', short],
      ['0.1-0.8nm', long],
    ] as const
    return bands.map(([energy, flux], band) => {
      const correction = 6e-8 * (1 + 0.1 * noise(minute, 80 + band + satellite))
      return {
        time_tag,
        satellite,
        flux: Math.fround(flux),
        observed_flux: Math.fround(flux + correction),
        electron_correction: Math.fround(correction),
        electron_contaminaton: correction > 0.4 * (flux + correction),
        energy,
      }
    })
  })
}

/** `integral-protons-6-hour`, `integral-protons-7-day`: eight channels every five minutes, oldest first. */
export function protonRows(
  { at, shiftMs, hours = 6 }: StormClock,
  satellite: number,
  length = 12 * hours - 1,
): unknown[] {
  const newest = floorTo(5 * MINUTE, at - 5 * MINUTE)
  return Array.from({ length }, (_, i) => newest - (length - 1 - i) * 5 * MINUTE).flatMap((step) => {
    const time_tag = withZone(step + shiftMs)
    return protonsAt(step).map(({ energy, flux }) => ({
      time_tag,
      satellite,
      flux: Math.fround(flux),
      energy,
    }))
  })
}

/** `integral-electrons-6-hour`, `integral-electrons-7-day`: one channel every five minutes, oldest first. */
export function electronRows(
  { at, shiftMs, hours = 6 }: StormClock,
  satellite: number,
  length = 12 * hours - 1,
): unknown[] {
  const newest = floorTo(5 * MINUTE, at - 5 * MINUTE)
  return Array.from({ length }, (_, i) => newest - (length - 1 - i) * 5 * MINUTE).map((step) => ({
    time_tag: withZone(step + shiftMs),
    satellite,
    flux: Math.fround(electronsAt(step)),
    energy: '>=2 MeV',
  }))
}

/** `xray-flares-7-day`: all flares that have ended, oldest first. */
export function flareList({ at, shiftMs }: StormClock, satellite: number): unknown[] {
  const ended = flares.filter(({ begin, end }) => end <= at - 2 * MINUTE && begin > at - 7 * DAY)
  return ended.map(({ begin, peak, end, class: maxClass }) => {
    const { short, long } = xrayAt(peak)
    return {
      time_tag: withZone(begin + shiftMs),
      begin_time: withZone(begin + shiftMs),
      begin_class: classOfFlux(xrayAt(begin).long),
      max_time: withZone(peak + shiftMs),
      max_class: maxClass,
      max_xrlong: Math.fround(long),
      max_ratio: short / long,
      max_ratio_time: withZone(peak - MINUTE + shiftMs),
      current_int_xrlong: (long * (end - begin)) / 2_000,
      end_time: withZone(end + shiftMs),
      end_class: classOfFlux(xrayAt(end).long),
      satellite,
    }
  })
}
