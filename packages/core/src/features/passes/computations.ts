/** Computations of the sky endpoints, loaded with the first such request or for watched passes. */

export { trackOf } from '#features/objects/orbit/earth-fixed'
export { computeAbove } from '#features/passes/compute-above'
export { computePasses } from '#features/passes/compute-passes'
export { computePositions } from '#features/passes/compute-positions'
export { computeSunMoon } from '#features/passes/compute-sun-moon'
export { toGeoJson } from '#features/passes/ground-track'
export { listPasses } from '#features/passes/list-passes'
export { passCalendar } from '#features/passes/pass-calendar'
