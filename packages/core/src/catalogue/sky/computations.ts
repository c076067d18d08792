/** What the paths of the sky compute, which is loaded with the first of such requests, or watched passes. */

export { trackOf } from '#catalogue/orbit/earth-fixed'
export { computeAbove } from '#catalogue/sky/compute-above'
export { computePasses } from '#catalogue/sky/compute-passes'
export { computePositions } from '#catalogue/sky/compute-positions'
export { computeSunMoon } from '#catalogue/sky/compute-sun-moon'
export { toGeoJson } from '#catalogue/sky/ground-track'
export { listPasses } from '#catalogue/sky/list-passes'
export { passCalendar } from '#catalogue/sky/pass-calendar'
