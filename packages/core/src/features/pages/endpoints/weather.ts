import * as v from 'valibot'
import type { PagesContext } from '#features/pages/context'
import { SPANS, type Span } from '#features/pages/weather/spans'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { oneOf } from '#kernel/endpoint/schemas'
import { minutes } from '#kernel/kit/time'

/** Serves the page of the space weather. */
export const weather = pageEndpoint<PagesContext>({
  path: '/weather',
  operationId: 'getWeatherPage',
  summary: 'Page with plots of the space weather of the last 24 hours, 7 or 27 days',
  description:
    'The NOAA scales and plots of Kp, X-rays, protons and the solar wind. Current values are read through the ' +
    'cache; the plots have gaps where nothing was recorded.',
  ttlMs: minutes(1),
  queryParameters: {
    span: v.optional(oneOf('Time span of the plots: 24h, 7d or 27d; default 24h', SPANS), '24h'),
  },
  async toPage(call) {
    const { collectWeatherFacts, weatherPage } = await import('#features/pages/pages')
    const facts = await collectWeatherFacts(call, call.params['span'] as Span)
    return weatherPage(facts, linkRoot(call.context.settings.base))
  },
  pageKey: ({ params: { span } }) => ({ span }),
})
