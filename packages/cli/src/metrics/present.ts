import type { SeriesId, SpaceData } from '@space-data/core'
import { Gauge, type Registry } from 'prom-client'

/** What is true at the moment, as the store has it; read anew at each scrape. */
export interface Present {
  /** Puts the newest into the registry. What cannot be read is left out of it; never rejects. */
  refresh(): Promise<void>
}

/** What we use of an instance. */
export type Sources = Pick<SpaceData, 'base' | 'handleAsOperator' | 'readings'>

/** The series that are told, with their names there and their units. */
const WEATHER: Readonly<Record<SeriesId, readonly [name: string, help: string]>> = {
  kp: ['kp_index', 'Planetary K index'],
  bz_gsm_nt: ['bz_gsm_nanoteslas', 'Interplanetary magnetic field, Bz in GSM, nT'],
  xray_flux_w_m2: ['xray_flux_watts_per_square_meter', 'Solar X-ray flux 0.1–0.8 nm, W/m²'],
  proton_flux_pfu: ['proton_flux_pfu', 'Proton flux at 10 MeV and above, pfu'],
  solar_wind_speed_km_s: ['solar_wind_speed_kilometers_per_second', 'Speed of the solar wind, km/s'],
}

/** An older reading is not current, and is left out. */
const CURRENT_MS = 3 * 3_600_000
/** A store that hangs must not make the scrape hang. */
const PATIENCE_MS = 3_000

export function presentOf(sources: Sources, registry: Registry, now: () => number = Date.now): Present {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `space_data_${name}`, help, labelNames, registers: [registry] })
  const values = new Map(
    Object.entries(WEATHER).map(([id, [name, help]]) => [id as SeriesId, gauge(name, help)]),
  )
  const readAt = gauge('reading_timestamp_seconds', 'Instant that the newest value of a series refers to', [
    'series',
  ])
  const up = gauge('upstream_up', '1 when the feed answered well when it was last asked, 0 when it failed', [
    'feed',
  ])
  const newest = gauge(
    'upstream_newest_value_timestamp_seconds',
    'Newest instant that the data of a feed refer to',
    ['feed'],
  )

  return {
    async refresh() {
      const [series, rows] = await Promise.all([
        withPatience(sources.readings(), undefined),
        withPatience(statesOf(sources), []),
      ])
      for (const value of values.values()) value.remove()
      for (const one of [readAt, up, newest]) one.reset()
      for (const [id, value] of values) {
        const last = series?.[id].at(-1)
        if (!last || now() - last.at > CURRENT_MS) continue
        value.set(last.value)
        readAt.set({ series: id }, last.at / 1_000)
      }
      for (const { id, status, consecutive_failures, data_as_of } of rows) {
        if (status === 'unknown') continue
        up.set({ feed: id }, consecutive_failures === 0 ? 1 : 0)
        if (data_as_of !== null) newest.set({ feed: id }, Date.parse(data_as_of) / 1_000)
      }
    },
  }
}

/** A row of `/status`. */
interface FeedState {
  readonly id: string
  readonly status: string
  readonly consecutive_failures: number
  readonly data_as_of: string | null
}

async function statesOf({ base, handleAsOperator }: Sources): Promise<readonly FeedState[]> {
  const headers = { accept: 'application/json' }
  const response = await handleAsOperator(new Request(`http://localhost${base}/status`, { headers }))
  if (!response.ok) return []
  const { data } = (await response.json()) as { data: { upstreams: readonly FeedState[] } }
  return data.upstreams
}

async function withPatience<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    // Whoever failed has told of it already.
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
