import { memory, type StoreBackend } from '@space-data/core'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { DAY } from '../hapi/hapi-service.ts'
import { plenty, stoppedClock, testService } from '../support/service.ts'

const MINUTES = 1_440
/** Noon of the day after the last of the days. */
const NOON = '2026-11-21T12:00:00Z'

/** A store with so many whole days of the magnetic field by minute before the day of `NOON`. */
async function storeWithDays(days: number, store: StoreBackend = memory()): Promise<StoreBackend> {
  const opened = openStore(store)
  const today = Math.floor(Date.parse(NOON) / DAY) * DAY
  for (let n = 1; n <= days; n += 1) {
    const value = (scale: number) =>
      Array.from(
        { length: MINUTES },
        (_, minute) => Math.round(scale * Math.sin(minute / 97 + n) * 100) / 100,
      )
    const day = {
      columns: { bt_nt: value(9), bx_gsm_nt: value(-5), by_gsm_nt: value(4), bz_gsm_nt: value(8) },
      runs: [['swpc-mag-1m', 490_000, 'SOLAR1', MINUTES]],
    }
    await opened.set(`series::mag:${new Date(today - n * DAY).toISOString().slice(0, 10)}`, day)
  }
  return store
}

/** Query of 31 days before the day of `NOON`, that begin so many minutes later. */
export function monthFrom(minute: number): string {
  const start = new Date(Date.parse('2026-10-21T00:00:00Z') + minute * 60_000).toISOString()
  return `start=${start.slice(0, 16)}:00Z&stop=2026-11-21T00:00:00Z`
}

const DAYS = 40

/** A service with 40 days of the magnetic field by minute. */
export async function longService(limits = plenty, store = memory()) {
  const service = await testService({ store: await storeWithDays(DAYS, store), limits }, stoppedClock(NOON))
  const { spaceData } = service
  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'of a user' })
  /** Asks without holding the answer against the document, which takes longer than the answer. */
  const send = async (path: string, ip = '192.0.2.1') => {
    const request = new Request(`http://space-data.test${path}`, { headers: { 'x-api-key': key } })
    const response = await spaceData.handle(request, { ip })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: () => new TextDecoder().decode(bytes),
    }
  }
  const hapi = (query: string, ip?: string) => send(`/hapi/data?dataset=mag&${query}`, ip)
  const series = (query: string) => send(`/v1/space-weather/mag/series?${query}`)
  return { ...service, send, hapi, series }
}
