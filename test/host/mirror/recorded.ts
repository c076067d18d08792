import type { SpaceDataOptions } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { swpcOverTime } from '../../space-weather/swpc-over-time.ts'
import { type Clock, plenty, stoppedClock } from '../../support/service.ts'
import { type Central, centralOn } from './pair.ts'

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
export const QUANTITIES = ['kp', 'kp/gfz', 'wind', 'mag', 'xray', 'proton', 'electrons'] as const

/** A central instance at noon of 21 November 2026 that has recorded the two weeks before. */
export async function recordedCentral(
  options: SpaceDataOptions = {},
): Promise<{ clock: Clock; central: Central }> {
  const clock = stoppedClock('2026-11-17T12:00:00Z')
  const swpc = swpcOverTime(() => clock.now().getTime())
  const fetch: typeof globalThis.fetch = async (...request) => {
    const response = await swpc.fetch(...request)
    return response.ok ? response : sampleFetch(clock.now)(...request)
  }
  const central = await centralOn(clock, { fetch, limits: plenty, ...options })
  // The estimate of Kp has no product of seven days: the 17th has six hours of it.
  await central.spaceData.jobs.series.run()
  clock.goTo('2026-11-21T12:00:00Z')
  await central.spaceData.jobs.series.run()
  return { clock, central }
}

export const away = () => Promise.reject(new TypeError('the central instance is away'))

/** The paths and queries that the central instance was asked for, in order. */
export function targets({ asked }: Central): string[] {
  return asked.map(({ url }) => url.replace(/^https:\/\/[^/]+/, ''))
}
