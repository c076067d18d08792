import { turnBetween } from '#features/objects/orbit/turn-between'
import { minutes } from '#kernel/kit/time'

const STEP_MS = minutes(20)
const MOMENT_MS = 1_000

/** A crossing of a level. */
export interface Crossing {
  /** Epoch milliseconds. */
  readonly at: number
  readonly isUpwards: boolean
}

/** An instant and a height. */
interface Point {
  readonly at: number
  readonly height: number
}

/**
 * Returns points of a curve between two instants, at most 20 minutes apart. Between successive points, the
 * curve only rises or only falls. It must be smooth, with at most one turning point in 20 minutes.
 */
export function curvePoints(heightAt: (at: number) => number, from: number, to: number): Point[] {
  const isRisingAt = (at: number) => heightAt(at + MOMENT_MS) > heightAt(at)
  const points: Point[] = [{ at: from, height: heightAt(from) }]
  let wasRising = isRisingAt(from)
  for (let before = from; before < to; before += STEP_MS) {
    const at = Math.min(before + STEP_MS, to)
    const isRising = isRisingAt(at)
    if (isRising !== wasRising) {
      const turn = turnBetween(before, at, isRisingAt)
      points.push({ at: turn, height: heightAt(turn) })
    }
    points.push({ at, height: heightAt(at) })
    wasRising = isRising
  }
  return points
}

/** Returns the times at which a curve, given by its points, crosses a level. */
export function crossings(
  points: readonly Point[],
  heightAt: (at: number) => number,
  level: number,
): Crossing[] {
  return points.flatMap(({ at, height }, index) => {
    const before = points[index - 1]
    if (!before || before.height > level === height > level) return []
    return { at: turnBetween(before.at, at, (time) => heightAt(time) > level), isUpwards: height > level }
  })
}
