import type { CatalogueContext } from '#catalogue/context'
import { objectHistory } from '#catalogue/endpoints/object-history'
import { objects as objectsEndpoint } from '#catalogue/endpoints/objects'
import { objectBatch } from '#catalogue/endpoints/objects-batch'
import { referenceTleGroups } from '#catalogue/endpoints/ref-tle-groups'
import { tle } from '#catalogue/endpoints/tle'
import { createCatalogueServices } from '#catalogue/services'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { wholeNumber } from '#kit/option-rules'

const endpoints = [objectsEndpoint, objectBatch, objectHistory, tle, referenceTleGroups] as const

/** Catalogued objects: elements, groups and their history. */
export const objects: Feature<CatalogueContext, ObjectsPayloads> = {
  name: 'objects',
  options: { keepCatalogues: { ...wholeNumber('days', 0, 400), default: 0 } },
  services: () => ({ catalogue: createCatalogueServices() }),
  endpoints,
  records: async () => (await import('#features/objects/records')).objectRecords,
  later: [() => import('#catalogue/history/computations')],
}

/** Payloads by path. */
export interface ObjectsPayloads extends PayloadsOf<typeof endpoints> {}
