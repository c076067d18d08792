import type { ObjectsServices } from '#features/objects/services'
import type { ObjectsSettings } from '#features/objects/settings'
import type { Context } from '#kernel/endpoint/endpoint'

/** The kernel and the services of objects. */
export interface ObjectsContext extends Context<ObjectsSettings> {
  readonly objects: ObjectsServices
}
