import { expect, it } from 'vitest'
import { createTimeLeft } from '../../../packages/cli/src/kit/time-left.ts'

const TOTAL = 30_000

/** The times left, in seconds, as shown while steps of 200 are done at a rate that changes with time. */
function shown(rateAt: (seconds: number) => number, step = 200) {
  const timeLeft = createTimeLeft()
  const times: { readonly at: number; readonly left: number; readonly rate: number }[] = []
  let at = 0
  for (let done = 0; done <= TOTAL; done += step) {
    const left = timeLeft(done, TOTAL, at * 1_000)
    if (left) times.push({ at, left: left.seconds, rate: left.rate })
    at += step / rateAt(at)
  }
  return { times, end: times.at(-1)?.at ?? 0 }
}

/** The largest change between two times that are shown, beyond the time that has passed. */
function largestJump({ times }: ReturnType<typeof shown>): number {
  const jumps = times.slice(1).map(({ at, left }, i) => {
    const before = times[i] as (typeof times)[number]
    return Math.abs(left - (before.left - (at - before.at)))
  })
  return Math.max(...jumps)
}

it('counts down at a steady pace, and says nothing for the first two seconds', () => {
  const steady = shown(() => 1_000)
  expect(steady.times[0]?.at).toBeCloseTo(2, 0)
  for (const { at, left, rate } of steady.times) {
    expect(left).toBeCloseTo(30 - at, 3)
    expect(rate).toBeCloseTo(1_000, 3)
  }
})

it('does not jump where threads are slow to start', () => {
  const late = shown((seconds) => (seconds < 3 ? 400 : 2_000))
  expect(largestJump(late)).toBeLessThan(3)
  const last = late.times.filter(({ at }) => at > late.end - 5)
  for (const { at, left } of last) expect(Math.abs(left - (late.end - at))).toBeLessThan(2.5)
})

it('does not jump where several threads finish slices at once', () => {
  const timeLeft = createTimeLeft()
  const lefts: number[] = []
  for (let second = 0; second < 60; second += 1)
    for (let thread = 0; thread < 5; thread += 1) {
      const left = timeLeft(second * 500 + thread * 100, TOTAL, second * 1_000 + thread)
      if (left && thread === 4) lefts.push(left.seconds)
    }
  const falls = lefts.slice(1).map((left, i) => (lefts[i] as number) - left)
  expect(Math.min(...falls)).toBeGreaterThan(-0.5)
  expect(Math.max(...falls)).toBeLessThan(2.5)
})

it('says nothing while nothing is done', () => {
  const timeLeft = createTimeLeft()
  for (let at = 0; at < 20_000; at += 1_000) expect(timeLeft(0, TOTAL, at)).toBeUndefined()
})
