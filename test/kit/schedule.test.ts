import type { ShellRun } from '@space-data/core/debris'
import { describe, expect, test } from 'vitest'
import { dueNight } from '../../packages/core/src/features/debris/night/night.ts'
import { nextShellRun } from '../../packages/core/src/features/debris/night/shell-schedule.ts'
import { type RecurringJob, runSchedule } from '../../packages/core/src/kernel/kit/schedule.ts'
import { days, hours, minutes, seconds, utcDay } from '../../packages/core/src/kernel/kit/time.ts'

const START = Date.parse('2026-11-21T00:00:00Z')
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']

/** A store's memory of the last run, and the runs; it has shells to serve, unless it is empty. */
function nights(now: () => number, { runs = [] as number[], isEmpty = false } = {}) {
  const planned: number[] = []
  const due = async () => {
    const run = { pulledAt: runs.at(-1) ?? null } as ShellRun
    const at = dueNight({ run, served: !isEmpty || runs.length > 0 }, now())
    const startDelayMs = isEmpty ? ([minutes(1), minutes(1)] as const) : ([minutes(1), minutes(2)] as const)
    return at === undefined ? undefined : { at, startDelayMs }
  }
  const run = async () => {
    runs.push(now())
  }
  const job: RecurringJob = { due, run, recordPlan: async (at) => void planned.push(at) }
  return { job, runs, planned }
}

/** Repeatable, from 0 to 1. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** An environment whose clock is moved by whoever sleeps, and which ends at an instant. */
function environmentFrom(at: number, until: () => number, oversleep: (at: number) => number = () => 0) {
  const clock = { at }
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const slept: number[] = []
  const environment = {
    now: () => clock.at,
    random: () => 0.5,
    onError: () => {},
    sleep: async (ms: number, stopped: AbortSignal) => {
      slept.push(ms)
      if (stopped.aborted) return
      clock.at += ms + oversleep(clock.at)
      if (clock.at < until()) return
      end()
      await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()))
    },
  }
  return { clock, environment, ended, slept }
}

test.each(ZONES)(
  '%s: 3,650 days with restarts and missed nights have one run each',
  async (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      const random = randomOf(ZONES.indexOf(zone) + 1)
      const last = START + days(3_650)
      let at = START + hours(2)
      const runs: number[] = []
      const upOn = new Set<string>()
      while (at < last) {
        const upFor = random() < 0.3 ? hours(30 * random()) : days(20 * random())
        const until = Math.min(at + upFor, last)
        // The process sleeps through most of what is far from the hour, as a laptop does.
        const oversleep = (now: number) => {
          const sinceMidnight = now % days(1)
          const isNear = Math.abs(sinceMidnight - hours(3) - minutes(17)) < minutes(3)
          return isNear ? 0 : minutes(45) * random()
        }
        const { clock, environment, ended } = environmentFrom(at, () => until, oversleep)
        const stop = runSchedule(nights(environment.now, { runs }).job, environment)
        await ended
        await stop()
        for (let day = at; day <= clock.at; day += hours(1)) {
          const sinceMidnight = day % days(1)
          if (sinceMidnight > hours(4) && sinceMidnight < hours(22) && day + hours(1) < until)
            upOn.add(utcDay(day))
        }
        at = clock.at + (random() < 0.5 ? minutes(10 * random()) : days(3 * random()))
      }
      const byDay = runs.map(utcDay)
      expect(new Set(byDay).size).toBe(byDay.length)
      expect([...upOn].filter((day) => !byDay.includes(day))).toEqual([])
      expect(runs.every((run) => run % days(1) >= hours(3) + minutes(17))).toBe(true)
      expect(byDay.length).toBeGreaterThan(2_500)
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  },
  30_000,
)

describe('on one day', () => {
  async function runsFrom(
    instant: string,
    forMs: number,
    { jumps = {}, isEmpty = false }: { jumps?: Record<string, number>; isEmpty?: boolean } = {},
  ) {
    const begun = Date.parse(instant)
    let left = { ...jumps }
    const { environment, ended, slept } = environmentFrom(
      begun,
      () => begun + forMs,
      (at) => {
        const due = Object.keys(left).find((when) => at >= Date.parse(when))
        if (due === undefined) return 0
        const { [due]: jump = 0, ...rest } = left
        left = rest
        return jump
      },
    )
    const { job, runs } = nights(environment.now, { isEmpty })
    const stop = runSchedule(job, environment)
    await ended
    await stop()
    expect(Math.max(...slept)).toBeLessThanOrEqual(seconds(30))
    return runs.map((at) => new Date(at).toISOString().slice(11, 16))
  }

  test.each([
    ['2026-11-21T03:16:00Z', '03:17'],
    ['2026-11-21T03:18:00Z', '03:19'],
    ['2026-11-21T12:00:00Z', '12:01'],
  ])('started at %s it runs once, at %s', async (instant, at) => {
    expect(await runsFrom(instant, hours(10))).toEqual([at])
  })

  test.each([
    ['2026-11-21T00:30:00Z', ['00:31', '03:17']],
    ['2026-11-21T03:15:30Z', ['03:16', '03:17']],
    ['2026-11-21T03:18:00Z', ['03:19', '03:17']],
    ['2026-11-21T12:00:00Z', ['12:01', '03:17']],
    ['2026-11-21T23:59:30Z', ['00:00', '03:17']],
  ])(
    'an empty store, started at %s, is filled a minute later, and again at the next 03:17',
    async (instant, at) => {
      const untilNight = nextShellRun(Date.parse(instant)) - Date.parse(instant)
      expect(await runsFrom(instant, untilNight + hours(1), { isEmpty: true })).toEqual(at)
    },
  )

  test('a clock that jumps ahead or back by two hours makes no second run', async () => {
    const from = '2026-11-21T00:00:00Z'
    expect(await runsFrom(from, hours(22), { jumps: { '2026-11-21T02:00:00Z': hours(2) } })).toEqual([
      '04:00',
    ])
    expect(await runsFrom(from, hours(22), { jumps: { '2026-11-21T03:20:00Z': -hours(2) } })).toEqual([
      '03:17',
    ])
    const there = { '2026-11-21T02:00:00Z': hours(2), '2026-11-21T04:10:00Z': -hours(2) }
    expect(await runsFrom(from, hours(22), { jumps: there })).toHaveLength(1)
  })

  test('a run that fails is tried again after 10, 20, 40 … minutes, and the next day at once', async () => {
    const { environment, ended } = environmentFrom(START, () => START + days(2) - 1)
    const errors: number[] = []
    const { job, planned } = nights(environment.now)
    const stop = runSchedule(
      { ...job, run: () => Promise.reject(new Error('boom')) },
      { ...environment, onError: () => errors.push(environment.now()) },
    )
    await ended
    await stop()
    // The next try is told beforehand, and comes when it was told.
    expect(planned.filter((at) => at < START + days(1)).every((at) => errors.includes(at))).toBe(true)
    const waits = errors.slice(1, 6).map((at, i) => Math.round((at - (errors[i] ?? 0)) / minutes(1)))
    expect(waits).toEqual([10, 20, 40, 80, 160])
    expect(errors.some((at) => at === START + days(1) + hours(3) + minutes(17))).toBe(true)
  })

  test('an empty store whose first run fails is tried again after 10 and 20 minutes', async () => {
    const begun = START + hours(1)
    const { environment, ended } = environmentFrom(begun, () => begun + hours(1))
    const errors: number[] = []
    const { job, planned } = nights(environment.now, { isEmpty: true })
    const onError = () => errors.push(environment.now() - begun)
    const stop = runSchedule(
      { ...job, run: () => Promise.reject(new Error('boom')) },
      { ...environment, onError },
    )
    await ended
    await stop()
    expect(errors).toEqual([1, 11, 31].map(minutes))
    expect(planned[0]).toBe(begun + minutes(1))
    expect(planned.at(-1)).toBe(begun + minutes(71))
  })

  test('a job may have a failure tried again soon, and less and less often', async () => {
    const begun = START + hours(1)
    const { environment, ended } = environmentFrom(begun, () => begun + hours(2))
    const errors: number[] = []
    const { job } = nights(environment.now, { isEmpty: true })
    const failures = ['store', 'store', 'store', 'other', 'store']
    const stop = runSchedule(
      {
        ...job,
        run: () => Promise.reject(new Error(failures[errors.length])),
        retryMs: (error) => ((error as Error).message === 'store' ? seconds(30) : undefined),
      },
      { ...environment, onError: () => errors.push(environment.now()) },
    )
    await ended
    await stop()
    const waits = errors.slice(1, 6).map((at, i) => (at - (errors[i] ?? 0)) / minutes(1))
    expect(waits).toEqual([0.5, 1, 2, 10, 20])
  })

  test('a store that fails as the process begins makes no run come before the first minute is over', async () => {
    const { environment, ended } = environmentFrom(START, () => START + hours(1))
    const errors: unknown[] = []
    const { job, runs } = nights(environment.now, { isEmpty: true })
    let fails = 1
    const due = () => (fails-- > 0 ? Promise.reject(new Error('away')) : job.due())
    const stop = runSchedule({ ...job, due }, { ...environment, onError: (error) => errors.push(error) })
    await ended
    await stop()
    expect(errors).toHaveLength(1)
    expect(runs).toEqual([START + minutes(1)])
  })

  test('stopping waits for the run under way, which is told', async () => {
    const { environment } = environmentFrom(START + hours(4), () => Number.POSITIVE_INFINITY)
    let begun = () => {}
    const isRunning = new Promise<void>((resolve) => {
      begun = resolve
    })
    let ended = false
    const stop = runSchedule(
      {
        ...nights(environment.now).job,
        async run(_, stopped) {
          begun()
          await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()))
          ended = true
        },
      },
      environment,
    )
    await isRunning
    await stop()
    expect(ended).toBe(true)
  })
})
