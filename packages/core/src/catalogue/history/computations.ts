/** What the paths of earlier elements read, which is loaded with the first of such requests. */

export { keptCataloguesOf } from '#catalogue/history/kept-catalogues'
export { firstInstantLike, readGroupAt } from '#catalogue/history/read-group-at'
export { readObjectAt } from '#catalogue/history/read-object-at'
export { readObjectsAt } from '#catalogue/history/read-objects-at'
export { renderHistory } from '#catalogue/history/render-history'
