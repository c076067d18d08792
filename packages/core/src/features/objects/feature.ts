import type { ObjectsContext } from '#features/objects/context'
import { objectHistory } from '#features/objects/endpoints/object-history'
import { objects as objectsEndpoint } from '#features/objects/endpoints/objects'
import { objectBatch } from '#features/objects/endpoints/objects-batch'
import { referenceTleGroups } from '#features/objects/endpoints/ref-tle-groups'
import { tle } from '#features/objects/endpoints/tle'
import { createObjectsServices } from '#features/objects/services'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { wholeNumber } from '#kernel/kit/option-rules'

const endpoints = [objectsEndpoint, objectBatch, objectHistory, tle, referenceTleGroups] as const

/** Catalogued objects: elements, groups and their history. */
export const objects: Feature<ObjectsContext, ObjectsPayloads> = {
  name: 'objects',
  options: { keepCatalogues: { ...wholeNumber('days', 0, 400), default: 0 } },
  services: () => ({ objects: createObjectsServices() }),
  endpoints,
  records: async () => (await import('#features/objects/records')).objectRecords,
  later: [() => import('#features/objects/history/computations')],
}

/** Payloads by path. */
export interface ObjectsPayloads extends PayloadsOf<typeof endpoints> {}
