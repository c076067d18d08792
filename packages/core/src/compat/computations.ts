/** What the paths of N2YO and open-notify compute, which is loaded with the first of such requests. */

export { computeN2yoAbove } from '#compat/n2yo/compute-above'
export { computeRadioPasses, computeVisualPasses } from '#compat/n2yo/compute-passes'
export { computeN2yoPositions } from '#compat/n2yo/compute-positions'
export { computeIssNow, computeIssPasses } from '#compat/open-notify/compute-iss'
