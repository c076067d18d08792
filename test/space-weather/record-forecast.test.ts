import { expect, test } from 'vitest'
import { recordForecast } from '../../packages/core/src/features/space-weather/forecast/issued-forecasts.ts'
import { threeDayForecast } from '../fixtures/swpc.ts'
import { NOON, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const ISSUED = Date.parse('2026-11-21T00:30:00Z')

test.each(['read-only', 'throws'] as const)(
  'a store that %s costs the record, not the forecast; the next fetch makes up for it',
  async (fault) => {
    const faulty = faultyBackend()
    const context = {
      ...testContext({ backend: faulty.backend }),
      fetch: async () => new Response(threeDayForecast(ISSUED)),
    }
    faulty.fault = fault
    expect((await recordForecast(context)).value.issuedAt).toBe(ISSUED)
    expect(context.errors).not.toEqual([])
    faulty.fault = 'none'
    context.time.at += 60_000
    expect(await context.spaceWeather.keptForecasts.newestBefore(NOON)).toBeUndefined()
    await recordForecast(context)
    expect((await context.spaceWeather.keptForecasts.newestBefore(NOON))?.issuedAt).toBe(ISSUED)
  },
)
