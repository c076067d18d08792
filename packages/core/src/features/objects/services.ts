import type { ElementSets } from '#catalogue/celestrak/feeds'
import { createObjectIndex, type ObjectIndex } from '#catalogue/celestrak/object-index'
import type { Pulled } from '#upstreams/upstream'

/** State shared by requests for the elements of objects. */
export interface CatalogueServices {
  /** The launch years that are being loaded, for all concurrent requests. */
  readonly launchYearLoads: Map<number, Promise<Pulled<ElementSets> | undefined>>
  readonly indexOf: ObjectIndex
}

export function createCatalogueServices(): CatalogueServices {
  return { launchYearLoads: new Map(), indexOf: createObjectIndex() }
}
