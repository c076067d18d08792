/** Computations of the sky endpoints, loaded with the first such request or for watched passes. */

export { trackOf } from '#catalogue/orbit/earth-fixed'
export { computeAbove } from '#catalogue/sky/compute-above'
export { computePasses } from '#catalogue/sky/compute-passes'
export { computePositions } from '#catalogue/sky/compute-positions'
export { computeSunMoon } from '#catalogue/sky/compute-sun-moon'
export { toGeoJson } from '#catalogue/sky/ground-track'
export { listPasses } from '#catalogue/sky/list-passes'
export { passCalendar } from '#catalogue/sky/pass-calendar'
