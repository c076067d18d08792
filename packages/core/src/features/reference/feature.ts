import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { openapi } from '#site/endpoints/openapi'
import { referenceIndex } from '#site/endpoints/ref'
import { referenceEndpoints } from '#site/endpoints/ref-endpoints'
import { referenceErrors } from '#site/endpoints/ref-errors'
import { referenceSources } from '#site/endpoints/ref-sources'
import { apiCatalog } from '#site/endpoints/well-known/api-catalog'
import { securityTxt } from '#site/endpoints/well-known/security'

const endpoints = [
  referenceIndex,
  referenceEndpoints,
  referenceErrors,
  referenceSources,
  openapi,
  apiCatalog,
  securityTxt,
] as const

/** The reference tables of the service, and its OpenAPI document. */
export const reference: Feature<Context, ReferencePayloads, ReferenceApi> = {
  name: 'reference',
  endpoints,
  api: ({ table, settings }): ReferenceApi => ({
    openapi: async () =>
      (await import('#endpoint/openapi/document')).createOpenApi(table.offered, settings.base),
  }),
  later: [() => import('#endpoint/openapi/document')],
}

/** Payloads by path. */
export interface ReferencePayloads extends PayloadsOf<typeof endpoints> {}

/** Members that it adds to an instance. */
export interface ReferenceApi {
  /** Returns the OpenAPI 3.1 document, as `/openapi.json` serves it. */
  openapi(): Promise<object>
}
