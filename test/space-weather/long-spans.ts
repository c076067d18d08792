import { memory, type StoreBackend } from '@space-data/core'
import { openStore } from '../../packages/core/src/storage/store.ts'
import { DAY } from './hapi/hapi-service.ts'

const MINUTES = 1_440
/** Noon of the day after the last of the days. */
export const NOON = '2026-11-21T12:00:00Z'

/** A store with so many whole days of the magnetic field by minute before the day of `NOON`. */
export async function storeWithDays(days: number, store: StoreBackend = memory()): Promise<StoreBackend> {
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
