import { elementSet, elementSetGroup, elementSetsOfLaunchYear } from '#upstreams/celestrak'
import { coronalMassEjections, flares, solarEnergeticParticles } from '#upstreams/donki'
import { upcomingLaunches } from '#upstreams/launch-library'
import { protonFlux, xrayFlux } from '#upstreams/swpc-goes'
import { planetaryKIndex } from '#upstreams/swpc-kp'
import { interplanetaryMagneticField } from '#upstreams/swpc-mag'
import { solarWind } from '#upstreams/swpc-wind'
import type { Upstream } from '#upstreams/upstream'

interface Feed extends Pick<Upstream<never, unknown>, 'id' | 'provider' | 'label' | 'cadenceMs'> {
  readonly fallback?: Feed
}

/** Every feed that is asked, fallbacks behind the feed they stand in for. */
export const feeds: readonly Feed[] = [
  planetaryKIndex,
  solarWind,
  interplanetaryMagneticField,
  xrayFlux,
  protonFlux,
  upcomingLaunches,
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
  elementSet,
  elementSetGroup,
  elementSetsOfLaunchYear,
].flatMap(withFallbacks)

function withFallbacks(feed: Feed): Feed[] {
  return feed.fallback ? [feed, ...withFallbacks(feed.fallback)] : [feed]
}
