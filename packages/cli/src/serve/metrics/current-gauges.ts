import type { WholeSpaceData } from '@space-data/core'
import type { Quantity } from '@space-data/core/space-weather'
import type { StatusReport } from '@space-data/core/upstreams'
import { Gauge, type Registry } from 'prom-client'
import { readAsOperator } from '#instance/operator-request'

type Webhooks = NonNullable<StatusReport['webhooks']>

/** Gauges of current values, read from the store at each scrape. */
export interface CurrentGauges {
  /** Updates the gauges; values that cannot be read are removed. Never rejects. */
  refresh(): Promise<void>
}

/** The part of an instance that the gauges use. */
export type GaugeSources = Pick<WholeSpaceData, 'base' | 'handleAsOperator' | 'readings'>

/** Exported series: metric name, help, and the factor to the base unit that Prometheus requires. */
const WEATHER: Readonly<Record<Quantity, readonly [name: string, help: string, factor?: number]>> = {
  kp: ['kp_index', 'Planetary K index'],
  bz_gsm_nt: ['bz_gsm_teslas', 'Interplanetary magnetic field, Bz in GSM, T', 1e-9],
  xray_flux_w_m2: ['xray_flux_watts_per_square_meter', 'Solar X-ray flux 0.1–0.8 nm, W/m²'],
  proton_flux_pfu: ['proton_flux_pfu', 'Proton flux at 10 MeV and above, pfu'],
  solar_wind_speed_km_s: ['solar_wind_speed_meters_per_second', 'Speed of the solar wind, m/s', 1_000],
}

/** Significant digits of a value: more than any instrument has. */
const DIGITS = 4
/** Older readings are omitted. */
const CURRENT_MS = 3 * 3_600_000
/** Limit per read, so that a hanging store does not hang the scrape. */
const TIMEOUT_MS = 3_000

export function currentGauges(
  sources: GaugeSources,
  registry: Registry,
  now: () => number = Date.now,
): CurrentGauges {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `space_data_${name}`, help, labelNames, registers: [registry] })
  const values = new Map(
    Object.entries(WEATHER).map(([id, [name, help]]) => [id as Quantity, gauge(name, help)]),
  )
  const readAt = gauge('reading_timestamp_seconds', 'Instant of the newest value of a series', ['series'])
  const up = gauge('upstream_up', '1 if the last request to the feed succeeded, 0 if it failed', ['feed'])
  const newest = gauge('upstream_newest_value_timestamp_seconds', 'Instant of the newest value of a feed', [
    'feed',
  ])
  const shellsAt = gauge('shells_computed_timestamp_seconds', 'When the published run of the shells finished')

  const webhooks = gauge('webhooks', 'Webhooks by state: active, failing or disabled', ['state'])
  const waiting = gauge('webhook_alerts_waiting', 'Alerts that wait for delivery, over all webhooks')
  const waitingSince = gauge(
    'webhook_oldest_waiting_timestamp_seconds',
    'When the longest waiting alert began to wait for delivery',
  )

  const setWebhooks = ({ active, failing, disabled, pending, oldest_pending_at }: Webhooks) => {
    webhooks.set({ state: 'active' }, active - failing)
    webhooks.set({ state: 'failing' }, failing)
    webhooks.set({ state: 'disabled' }, disabled)
    waiting.set(pending)
    if (oldest_pending_at !== null) waitingSince.set(Date.parse(oldest_pending_at) / 1_000)
  }

  return {
    async refresh() {
      const [series, status] = await Promise.all([
        withTimeout(sources.readings(), undefined),
        withTimeout(readAsOperator<StatusReport>('/status', sources), undefined),
      ])
      const report = status?.data
      for (const value of [...values.values(), shellsAt, waiting, waitingSince]) value.remove()
      for (const one of [readAt, up, newest, webhooks]) one.reset()
      if (report?.webhooks) setWebhooks(report.webhooks)
      const computedAt = report?.shells?.computed_at ?? null
      if (computedAt !== null) shellsAt.set(Date.parse(computedAt) / 1_000)
      for (const [id, value] of values) {
        const last = series?.[id].at(-1)
        if (!last || now() - last.at > CURRENT_MS) continue
        value.set(Number((last.value * (WEATHER[id][2] ?? 1)).toPrecision(DIGITS)))
        readAt.set({ series: id }, last.at / 1_000)
      }
      for (const { id, status, consecutive_failures, data_as_of } of report?.upstreams ?? []) {
        if (status === 'unknown') continue
        up.set({ feed: id }, consecutive_failures === 0 ? 1 : 0)
        if (data_as_of !== null) newest.set({ feed: id }, Date.parse(data_as_of) / 1_000)
      }
    },
  }
}

async function withTimeout<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, otherwise)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    // The failed component has reported the error.
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
