import type { Reading } from '#store/repositories/readings'
import { hours, minutes } from '#time'

/** Returns the least and the greatest value, or `undefined` without readings. */
export function minAndMax(readings: readonly Reading[]): { min: number; max: number } | undefined {
  if (readings.length === 0) return undefined
  const values = readings.map(({ value }) => value)
  return { min: Math.min(...values), max: Math.max(...values) }
}

/** Formats the time from the first reading until `now`: `24 h`, `6 h`, or in minutes below 1.5 h. */
export function formatCoveredSpan(readings: readonly Reading[], now: number): string {
  const covered = Math.max(minutes(1), now - (readings[0]?.at ?? now))
  return covered < hours(1.5)
    ? `${Math.round(covered / minutes(1))} min`
    : `${Math.round(covered / hours(1))} h`
}
