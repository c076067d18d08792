export { protonFlux, xrayFlux } from '#upstreams/swpc-goes'
export { planetaryKIndex } from '#upstreams/swpc-kp'
export { interplanetaryMagneticField } from '#upstreams/swpc-mag'
export { solarWind } from '#upstreams/swpc-wind'
