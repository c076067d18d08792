import { createSpaceData, memory, type SpaceDataOptions, type StoreBackend } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { swpcOverTime } from '../space-weather/swpc-over-time.ts'
import { type Clock, plenty, stoppedClock } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { type Central, centralOn } from './pair.ts'

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
export const QUANTITIES = ['kp', 'kp/gfz', 'wind', 'mag', 'xray', 'proton', 'electrons'] as const

/** SWPC and GFZ over the time of a clock, and the sample for all else. */
function upstreams(clock: Clock): typeof fetch {
  const swpc = swpcOverTime(() => clock.now().getTime())
  const sample = shortSample(clock.now)
  return async (...request) => {
    const response = await swpc.fetch(...request)
    return response.ok ? response : sample(...request)
  }
}

const RECORDED_UNTIL = '2026-11-21T12:00:00Z'

/** What an instance has stored: its records, and values of its atomic store. */
interface Recording {
  readonly records: ReadonlyMap<string, unknown>
  readonly values: ReadonlyMap<string, readonly [value: string, until: number]>
}

function memoryOn(records: Map<string, unknown>): StoreBackend {
  const keys = async (prefix: string) => [...records.keys()].filter((key) => key.startsWith(prefix))
  return { ...memory(), adapter: records, keys }
}

/** Records the two weeks before `RECORDED_UNTIL`. */
async function recordTwoWeeks(sourceNote: string): Promise<Recording> {
  const clock = stoppedClock('2026-11-17T12:00:00Z')
  const records = new Map<string, unknown>()
  const values = new Map<string, readonly [string, number]>()
  const store = memoryOn(records)
  const { atomic } = store
  const noted: typeof atomic = {
    ...atomic,
    compareAndSwap(key, expected, value, until, now) {
      values.set(key, [value, until])
      return atomic.compareAndSwap(key, expected, value, until, now)
    },
  }
  const options = { store: { ...store, atomic: noted }, now: clock.now, sourceNote }
  const { jobs } = createSpaceData({ features: everything, ...options, fetch: upstreams(clock) })
  // The estimate of Kp has no product of seven days: the 17th has six hours of it.
  await jobs.series.run()
  clock.goTo(RECORDED_UNTIL)
  await jobs.series.run()
  return { records, values }
}

const recordings = new Map<string, Promise<Recording>>()

/**
 * A central instance at noon of 21 November 2026 that has recorded the two weeks before: on a copy of what
 * one instance recorded, as to record it takes longer than what most tests do.
 */
export async function recordedCentral(
  options: SpaceDataOptions = {},
): Promise<{ clock: Clock; central: Central }> {
  const { sourceNote = '' } = options
  const recording = recordings.get(sourceNote) ?? recordTwoWeeks(sourceNote)
  recordings.set(sourceNote, recording)
  const { records, values } = await recording
  const clock = stoppedClock(RECORDED_UNTIL)
  const store = memoryOn(new Map(records))
  for (const [key, [value, until]] of values)
    await store.atomic.setIfAbsent(key, value, until, clock.now().getTime())
  const fetch = upstreams(clock)
  return { clock, central: await centralOn(clock, { store, fetch, limits: plenty, ...options }) }
}

export const away = () => Promise.reject(new TypeError('the central instance is away'))

/** The paths and queries that the central instance was asked for, in order. */
export function targets({ asked }: Central): string[] {
  return asked.map(({ url }) => url.replace(/^https:\/\/[^/]+/, ''))
}
