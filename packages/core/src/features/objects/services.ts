import type { ElementSets } from '#features/objects/celestrak/feeds'
import { createObjectIndex, type ObjectIndex } from '#features/objects/celestrak/object-index'
import type { Pulled } from '#kernel/upstreams/upstream'

/** State shared by requests for the elements of objects. */
export interface ObjectsServices {
  /** The launch years that are being loaded, for all concurrent requests. */
  readonly launchYearLoads: Map<number, Promise<Pulled<ElementSets> | undefined>>
  readonly indexOf: ObjectIndex
}

export function createObjectsServices(): ObjectsServices {
  return { launchYearLoads: new Map(), indexOf: createObjectIndex() }
}
