import { DATASETS } from '#endpoints/hapi/datasets'
import { pageEndpoint } from '#endpoints/page-endpoint'
import { hapiPage } from '#pages/hapi/hapi-page'
import { linkRoot } from '#pages/layout'
import { hours } from '#time'

/** Serves the page of the HAPI server. */
export const hapi = pageEndpoint({
  path: '/hapi',
  operationId: 'getHapiPage',
  summary: 'The HAPI server: datasets and how to read them',
  ttlMs: hours(1),
  toPage: ({ context: { settings } }) => hapiPage(DATASETS, settings.sourceNote, linkRoot(settings.base)),
})
