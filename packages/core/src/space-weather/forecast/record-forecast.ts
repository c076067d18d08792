import type { Context } from '#kit/context'
import { type KpForecast, kpForecast } from '#space-weather/swpc/kp-forecast'
import { pull } from '#upstreams/client/pull'
import type { Pulled } from '#upstreams/upstream'

/**
 * Fetches the forecast of Kp and keeps its issue, if it is new. A store that fails is reported and costs
 * nothing but the record: each fetch tries again.
 *
 * @throws Problem if neither the forecast nor its fallback can be had.
 */
export async function recordForecast(context: Context): Promise<Pulled<KpForecast>> {
  const pulled = await pull(kpForecast, undefined, context)
  const { issuedAt, windows } = pulled.value
  if (issuedAt !== null)
    await context.spaceWeather.keptForecasts
      .keep({ issuedAt, windows, source: pulled.source })
      .catch(context.onError)
  return pulled
}
