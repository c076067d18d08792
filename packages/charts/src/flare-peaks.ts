import type { TimedValue } from '#time-series'

/** How far the flux must rise above the lowest value before it, as in SWPC's definition of a flare. */
const RISE = 1.4

/**
 * Returns the peaks of at least `threshold`, in ascending time: the flux has risen to 1.4 times the lowest
 * value before, and has since fallen half of the way back. A flare that still rises is left out.
 */
export function flarePeaks(fluxes: readonly TimedValue[], threshold: number): TimedValue[] {
  const peaks: TimedValue[] = []
  const [first] = fluxes
  if (!first) return peaks
  let lowest = first.value
  let peak: TimedValue | undefined
  for (const flux of fluxes) {
    if (!peak) {
      lowest = Math.min(lowest, flux.value)
      if (flux.value >= RISE * lowest) peak = flux
    } else if (flux.value > peak.value) peak = flux
    else if (flux.value <= (peak.value + lowest) / 2) {
      if (peak.value >= threshold) peaks.push(peak)
      peak = undefined
      lowest = flux.value
    }
  }
  return peaks
}
