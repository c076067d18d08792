/** Code that the endpoints of earlier elements use, loaded with the first such request. */

export { keptCataloguesOf } from '#features/objects/history/kept-catalogues'
export { firstInstantLike, readGroupAt } from '#features/objects/history/read-group-at'
export { readObjectAt } from '#features/objects/history/read-object-at'
export { readObjectsAt } from '#features/objects/history/read-objects-at'
export { renderHistory } from '#features/objects/history/render-history'
