import { memory, type SpaceDataOptions, type StoreBackend } from '@space-data/core'
import { swpcOverTime } from '../space-weather/swpc-over-time.ts'
import { stoppedClock, testService } from '../support/service.ts'

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
export const IDS = ['kp', 'kp_3h', 'kp_gfz', 'wind', 'mag', 'xray', 'proton', 'electrons'] as const
export const DAILY_IDS = ['flux', 'sunspots', 'a_index'] as const
/** A span that every series has data of, on the clock of the service. */
export const SPAN = 'start=2026-11-21T06:00Z&stop=2026-11-21T12:00Z'

/** A service at noon of 21 November 2026 that has recorded a week of SWPC; requests have no key. */
export async function hapiService(options: SpaceDataOptions = {}) {
  const { clock, fetch } = atNoon()
  const changesWeek = options.store ?? options.fetch ?? options.keepSeries
  const store = changesWeek === undefined ? await copyOf(recordedWeek()) : memory()
  const service = await testService({ store, fetch, ...options }, clock)
  if (changesWeek !== undefined) await service.spaceData.jobs.series.run()
  const hapi = (target: string, headers: Record<string, string> = {}) =>
    service.ask('GET', `/hapi/${target}`, headers)
  /** The bytes of a response. */
  const bytes = async (target: string) => {
    const response = await service.spaceData.handle(new Request(`http://space-data.test/hapi/${target}`), {
      ip: '192.0.2.1',
    })
    return new Uint8Array(await response.arrayBuffer())
  }
  return { ...service, hapi, bytes }
}

function atNoon() {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  return { clock, fetch: swpcOverTime(() => clock.now().getTime()).fetch }
}

let week: Promise<StoreBackend> | undefined

/** The store of a service that has recorded the week: to record it takes most of a test. */
function recordedWeek(): Promise<StoreBackend> {
  const record = async () => {
    const { clock, fetch } = atNoon()
    const store = memory()
    const { spaceData } = await testService({ store, fetch }, clock)
    await spaceData.jobs.series.run()
    return store
  }
  week ??= record()
  return week
}

/** A store with the records of another, without its counters. */
async function copyOf(store: Promise<StoreBackend>): Promise<StoreBackend> {
  const copy = memory()
  const [from, to] = [(await store).adapter, copy.adapter] as Map<string, unknown>[]
  for (const [name, record] of from ?? []) to?.set(name, record)
  return copy
}
