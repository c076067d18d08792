import { memory, type SpaceDataOptions } from '@space-data/core'
import { stoppedClock, testService } from '../../support/service.ts'
import { swpcOverTime } from '../swpc-over-time.ts'

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
export const IDS = ['kp', 'kp_3h', 'wind', 'mag', 'xray', 'proton'] as const
/** A span that every series has data of, on the clock of the service. */
export const SPAN = 'start=2026-11-21T06:00Z&stop=2026-11-21T12:00Z'

/** A service at noon of 21 November 2026 that has recorded a week of SWPC; requests have no key. */
export async function hapiService(options: SpaceDataOptions = {}) {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  const swpc = swpcOverTime(() => clock.now().getTime())
  const service = await testService({ store: memory(), fetch: swpc.fetch, ...options }, clock)
  await service.spaceData.jobs.series.run()
  const hapi = (target: string, headers: Record<string, string> = {}) =>
    service.ask('GET', `/hapi/${target}`, headers)
  /** The bytes of a response. */
  const bytes = async (target: string) => {
    const response = await service.spaceData.handle(new Request(`http://space-data.test/hapi/${target}`), {
      ip: '192.0.2.1',
    })
    return new Uint8Array(await response.arrayBuffer())
  }
  return { ...service, swpc, hapi, bytes }
}
