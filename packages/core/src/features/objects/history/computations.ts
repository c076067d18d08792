/** Code that the endpoints of earlier elements use, loaded with the first such request. */

export { keptCataloguesOf } from '#catalogue/history/kept-catalogues'
export { firstInstantLike, readGroupAt } from '#catalogue/history/read-group-at'
export { readObjectAt } from '#catalogue/history/read-object-at'
export { readObjectsAt } from '#catalogue/history/read-objects-at'
export { renderHistory } from '#catalogue/history/render-history'
