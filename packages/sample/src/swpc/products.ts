import { solarWindAt } from '#model/solar-wind'
import type { StormClock } from '#storm'
import { floorTo, MINUTE, withZone } from '#time'

const L1_KM = 1_500_000

/**
 * `propagated-solar-wind-1-hour`, `propagated-solar-wind` (7 days): a header and rows of numbers, oldest
 * first, with the arrival time at Earth.
 */
export function propagatedWind({ at, shiftMs }: StormClock, length = 60): unknown[] {
  const header = 'time_tag,speed,density,temperature,bx,by,bz,bt,vx,vy,vz,propagated_time_tag'.split(',')
  const newest = floorTo(MINUTE, at) - 2 * MINUTE
  const rows = Array.from({ length }, (_, i) => {
    const minute = newest - (length - 1 - i) * MINUTE
    const { speed, density, temperature, field, bt, velocity } = solarWindAt(minute)
    const arrival = floorTo(MINUTE, minute + (L1_KM / speed) * 1_000)
    const figures = [speed, density, temperature, ...field, bt, ...velocity].map(
      (x) => Math.round(x * 100) / 100,
    )
    return [withZone(minute + shiftMs), ...figures, withZone(arrival + shiftMs)]
  })
  return [header, ...rows]
}

/** `summary/solar-wind-speed`: one row, a whole number. */
export function latestSpeed({ at, shiftMs }: StormClock): unknown[] {
  const newest = floorTo(MINUTE, at) - 2 * MINUTE
  return [{ proton_speed: Math.round(solarWindAt(newest).speed), time_tag: withZone(newest + shiftMs) }]
}

/** `summary/solar-wind-mag-field`: one row, whole numbers. */
export function latestField({ at, shiftMs }: StormClock): unknown[] {
  const newest = floorTo(MINUTE, at) - 2 * MINUTE
  const { bt, field } = solarWindAt(newest)
  return [{ bt: Math.round(bt), bz_gsm: Math.round(field[2]), time_tag: withZone(newest + shiftMs) }]
}
