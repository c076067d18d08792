import type { CatalogueContext } from '#catalogue/context'
import { above } from '#catalogue/sky/endpoints/above'
import { objectPasses } from '#catalogue/sky/endpoints/object-passes'
import { passes as passesEndpoint } from '#catalogue/sky/endpoints/passes'
import { passesIcs } from '#catalogue/sky/endpoints/passes-calendar'
import { objectPosition } from '#catalogue/sky/endpoints/position'
import { sunMoon } from '#catalogue/sky/endpoints/sun-moon'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type ObjectsPayloads, objects } from '#features/objects/feature'

const endpoints = [objectPosition, objectPasses, passesEndpoint, passesIcs, above, sunMoon] as const

/** Passes, positions, and what is above a place. */
export const passes: Feature<CatalogueContext, PassesPayloads> = {
  name: 'passes',
  needs: [objects],
  endpoints,
  later: [() => import('#catalogue/sky/computations')],
}

/** Payloads by path, including the features that it needs. */
export interface PassesPayloads extends PayloadsOf<typeof endpoints>, ObjectsPayloads {}
