import { apOfKp, kpOfBin } from '#model/kp'
import type { StormClock } from '#storm'
import { DAY, floorTo, HOUR, MINUTE, withoutZone } from '#time'

const BIN = 3 * HOUR
const LATENCY = 5 * MINUTE

/**
 * `planetary_k_index_1m`: six hours, oldest first. As in reality, the running estimate drops to 0.0 at the
 * start of each three-hour bin and takes half an hour to recover.
 */
export function kpByMinute({ at, shiftMs, hours = 6 }: StormClock): unknown[] {
  const newest = floorTo(MINUTE, at - LATENCY)
  const length = 60 * hours - 2
  return Array.from({ length }, (_, i) => {
    const minute = newest - (length - 1 - i) * MINUTE
    const thirds = runningThirds(minute)
    const kp = Math.round(thirds / 3)
    return {
      time_tag: withoutZone(minute + shiftMs),
      kp_index: kp,
      estimated_kp: formatKp(thirds),
      kp: `${kp}${['Z', 'P', 'M'][thirds % 3]}`,
    }
  })
}

/**
 * `noaa-planetary-k-index`: complete three-hour bins since midnight seven days ago, oldest first, tagged with
 * their start.
 */
export function kpByBin({ at, shiftMs }: StormClock): unknown[] {
  const first = floorTo(DAY, at) - 7 * DAY
  const length = Math.floor((at - LATENCY - first) / BIN)
  return Array.from({ length }, (_, i) => {
    const start = first + i * BIN
    const kp = kpOfBin(start)
    return {
      time_tag: withoutZone(start + shiftMs),
      Kp: formatKp(Math.round(kp * 3)),
      a_running: apOfKp(kp),
      station_count: 8,
    }
  })
}

/** Returns the running estimate in thirds. It rises as in the file of 9 July 2026, but steeper. */
function runningThirds(minute: number): number {
  const start = floorTo(BIN, minute)
  const age = (minute - start) / MINUTE
  const share = age < 8 ? 0 : age < 30 ? 0.12 + (0.73 * (age - 8)) / 22 : Math.min(1, 0.85 + (age - 30) / 400)
  return Math.round(kpOfBin(start) * share * 3)
}

/** Formats thirds as the feeds do: 2.33, 2.67. */
export function formatKp(thirds: number): number {
  return Math.round((thirds / 3) * 100) / 100
}
