import * as v from 'valibot'
import { linkRoot } from '#endpoint/page/link-root'
import { oneOf } from '#endpoint/schemas'
import { minutes } from '#kit/time'
import type { SiteContext } from '#site/context'
import { pageEndpoint } from '#site/page-endpoint'
import { SPANS, type Span } from '#site/weather/spans'

/** Serves the page of the space weather. */
export const weather = pageEndpoint<SiteContext>({
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
    const { collectWeatherFacts, weatherPage } = await import('#site/pages')
    const facts = await collectWeatherFacts(call, call.params['span'] as Span)
    return weatherPage(facts, linkRoot(call.context.settings.base))
  },
  pageKey: ({ params: { span } }) => ({ span }),
})
