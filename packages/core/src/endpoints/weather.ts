import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { oneOf } from '#declare/schemas'
import { pageEndpoint } from '#endpoints/page-endpoint'
import { linkRoot } from '#pages/layout'
import { collectWeatherFacts, SPANS, type Span } from '#pages/weather/weather-facts'
import { WEATHER_VALID_MS, weatherPage } from '#pages/weather/weather-page'

/** Serves the page of the space weather. */
export function weather(table: () => readonly Endpoint[]): Endpoint {
  return pageEndpoint({
    path: '/weather',
    operationId: 'getWeatherPage',
    summary: 'Space weather of the last 24 hours, 7 or 27 days, as plots',
    description:
      'The NOAA scales and plots of Kp, X-rays, protons and the solar wind. Current values are read through the ' +
      'cache; what was not recorded is a gap.',
    ttlMs: WEATHER_VALID_MS,
    queryParameters: {
      span: v.optional(oneOf('Time span of the plots: 24h, 7d or 27d; default 24h', SPANS), '24h'),
    },
    async toPage(call) {
      const facts = await collectWeatherFacts(table(), call, call.params['span'] as Span)
      return weatherPage(facts, linkRoot(call.context.settings.base))
    },
    pageKey: ({ span }) => ({ span }),
  })
}
