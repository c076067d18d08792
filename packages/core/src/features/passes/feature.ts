import type { ObjectsContext } from '#features/objects/context'
import { type ObjectsPayloads, objects } from '#features/objects/feature'
import { above } from '#features/passes/endpoints/above'
import { objectPasses } from '#features/passes/endpoints/object-passes'
import { passes as passesEndpoint } from '#features/passes/endpoints/passes'
import { passesIcs } from '#features/passes/endpoints/passes-calendar'
import { objectPosition } from '#features/passes/endpoints/position'
import { sunMoon } from '#features/passes/endpoints/sun-moon'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [objectPosition, objectPasses, passesEndpoint, passesIcs, above, sunMoon] as const

/** Passes, positions, and what is above a place. */
export const passes: Feature<ObjectsContext, PassesPayloads> = {
  name: 'passes',
  needs: [objects],
  endpoints,
  later: [() => import('#features/passes/computations')],
}

/** Payloads by path, including the features that it needs. */
export interface PassesPayloads extends PayloadsOf<typeof endpoints>, ObjectsPayloads {}
