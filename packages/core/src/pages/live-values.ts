import type { Call, Endpoint } from '#declare/endpoint'
import type { Reading, SeriesId } from '#store/readings'
import { seconds } from '#time'
import { fillDays } from '#upstreams/history'

/** A page is not kept waiting for an upstream; what is late goes on behind it, and the next page has it. */
const PATIENCE_MS = seconds(1.5)

interface ServedSeries {
  readonly series: SeriesId
  readonly path: string
  readonly field: string
}

/** Where each series is served, and in which field. */
export const SERVED: readonly ServedSeries[] = [
  { series: 'kp', path: '/v1/space-weather/kp', field: 'kp' },
  { series: 'solar_wind_speed_km_s', path: '/v1/space-weather/wind', field: 'speed_km_s' },
  { series: 'bz_gsm_nt', path: '/v1/space-weather/mag', field: 'bz_gsm_nt' },
  { series: 'xray_flux_w_m2', path: '/v1/space-weather/xray', field: 'flux_w_m2' },
  { series: 'proton_flux_pfu', path: '/v1/space-weather/proton', field: 'flux_pfu' },
]

/**
 * What the space-weather endpoints serve now: read through their own snapshots, so that looking costs at most one ask of
 * a feed in the time that its answer is valid. What fails or takes longer than 1.5 s is left out. The first look fills the last
 * day, too.
 */
export async function liveValues(
  table: readonly Endpoint[],
  call: Call,
): Promise<ReadonlyMap<SeriesId, Reading>> {
  const values = new Map<SeriesId, Reading>()
  const reads = SERVED.map(async ({ series, path, field }) => {
    const endpoint = table.find((each) => each.path === path)
    const body = endpoint && (await bodyOf(endpoint, call))
    const reading = body && readingOf(JSON.parse(new TextDecoder().decode(body)).data, field)
    if (reading) values.set(series, reading)
  })
  // Whose failure it is, those who asked the upstream have told.
  const all = Promise.allSettled([...reads, fillDays(call.context)])
  call.ask.defer(all)
  let timer: ReturnType<typeof setTimeout> | undefined
  const impatience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([all, impatience])
  clearTimeout(timer)
  return new Map(values)
}

async function bodyOf(endpoint: Endpoint, { ask, context }: Call): Promise<Uint8Array | undefined> {
  const reply = await endpoint.answer({ params: {}, ask, context, now: context.now() })
  return 'snapshot' in reply ? reply.snapshot.value.body : undefined
}

function readingOf(data: Readonly<Record<string, unknown>>, field: string): Reading | undefined {
  const [value, at] = [data[field], Date.parse(String(data['as_of']))]
  return typeof value === 'number' && !Number.isNaN(at) ? { at, value } : undefined
}
