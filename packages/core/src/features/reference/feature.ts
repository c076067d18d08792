import { apiCatalog } from '#features/reference/endpoints/api-catalog'
import { openapi } from '#features/reference/endpoints/openapi'
import { referenceIndex } from '#features/reference/endpoints/ref'
import { referenceEndpoints } from '#features/reference/endpoints/ref-endpoints'
import { referenceErrors } from '#features/reference/endpoints/ref-errors'
import { referenceSources } from '#features/reference/endpoints/ref-sources'
import { securityTxt } from '#features/reference/endpoints/security'
import type { Context } from '#kernel/endpoint/endpoint'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

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
      (await import('#features/reference/openapi/document')).createOpenApi(table.offered, settings.base),
  }),
  later: [() => import('#features/reference/openapi/document')],
}

/** Payloads by path. */
export interface ReferencePayloads extends PayloadsOf<typeof endpoints> {}

/** Members that it adds to an instance. */
export interface ReferenceApi {
  /** Returns the OpenAPI 3.1 document, as `/openapi.json` serves it. */
  openapi(): Promise<object>
}
