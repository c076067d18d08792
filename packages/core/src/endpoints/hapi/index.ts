import { DATASETS } from '#endpoints/hapi/datasets'
import { pageEndpoint } from '#endpoints/page-endpoint'
import { linkRoot } from '#pages/layout'
import { hours } from '#time'

/** Serves the page of the HAPI server. */
export const hapi = pageEndpoint({
  path: '/hapi',
  operationId: 'getHapiPage',
  summary: 'The HAPI server: datasets and how to read them',
  ttlMs: hours(1),
  async toPage({ context: { settings } }) {
    const { hapiPage } = await import('#pages/index')
    return hapiPage(DATASETS, settings.sourceNote, linkRoot(settings.base))
  },
})
