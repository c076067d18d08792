import { DAY, MINUTE } from '#time'

/** An instant of the replayed storm and its offset to the present. */
export interface StormClock {
  /** Epoch milliseconds in April or May 2024. */
  readonly at: number
  /** Milliseconds from the instant in May 2024 to the present, whole days. */
  readonly shiftMs: number
  /** How far the feeds by minute from L1 reach back. @default 24 */
  readonly hoursAtL1?: number | undefined
  /** How far the other feeds of some hours reach back. @default 6 */
  readonly hours?: number | undefined
}

/**
 * Maps the present to the 24 hours from 10 May 2024 18:00 UTC at the same UTC time of day, so that there is
 * always a storm: Kp 7.7 or more, over 660 km/s, protons above 10 pfu. The shock (16:37) is in the history at
 * 18:00; |B| reaches 72 nT at 23:00, Bz its minimum at 00:20, the X5.8 flare peaks at 01:23, the wind is
 * fastest at 10:40, and at 18:00 the replay restarts. No response spans the restart.
 * @param present Maps an earlier instant to the time before the storm of this instant.
 */
export function stormClock(now: number, present = now, hours?: number): StormClock {
  const shiftMs = Math.floor((present - stormTime('10T18:00')) / DAY) * DAY
  return { at: now - shiftMs, shiftMs, hoursAtL1: hours, hours: hours && Math.max(hours, 6) }
}

/** Returns the epoch milliseconds of a time of 2024 in May, such as `10T16:37`, or `04-19T05:00`; UTC. */
export function stormTime(text: string): number {
  return Date.parse(`2024-${text.includes('-') ? text : `05-${text}`}:00Z`)
}

/** A time from April to May 2024 and the values at that time. */
type Anchor = readonly [time: string, ...figures: number[]]

/** Interpolates linearly between anchors; the first and last values extend beyond them. */
export function interpolate(anchors: readonly Anchor[]): (at: number) => number[] {
  const rows = anchors.map(([time, ...figures]) => ({ at: stormTime(time), figures }))
  return (at) => {
    let next = rows.findIndex((row) => row.at > at)
    if (next === -1) next = rows.length
    const after = rows[Math.min(next, rows.length - 1)]!
    const before = rows[Math.max(next - 1, 0)]!
    const share = after === before ? 0 : (at - before.at) / (after.at - before.at)
    return before.figures.map((figure, i) => figure + share * (after.figures[i]! - figure))
  }
}

/** Returns noise from -1 to 1 with a slow and a fast component, constant for the same minute and `salt`. */
export function noise(at: number, salt: number): number {
  const minute = Math.floor(at / MINUTE)
  const slow = Math.floor(minute / 15)
  const share = minute / 15 - slow
  const drift = random(slow, salt) * (1 - share) + random(slow + 1, salt) * share
  return 1.3 * drift + 0.7 * random(minute, salt + 1_000) - 1
}

/** Returns a number from 0 to 1, constant for the same integers. */
export function random(n: number, salt: number): number {
  let bits = Math.imul(n, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
