import type { Context } from '#context'
import { ask } from '#upstreams/ask'
import { elementSet, elementSetGroup, elementSetsOfLaunchYear } from '#upstreams/celestrak'
import { coronalMassEjections, flares, solarEnergeticParticles } from '#upstreams/donki'
import { groupElementSets, launchYearElementSets } from '#upstreams/element-sets'
import { upcomingLaunches } from '#upstreams/launch-library'
import type { AskedId } from '#upstreams/providers'
import { renewSatcat, satelliteCatalogue } from '#upstreams/satcat'
import { protonFlux, xrayFlux } from '#upstreams/swpc-goes'
import { planetaryKIndex } from '#upstreams/swpc-kp'
import { interplanetaryMagneticField } from '#upstreams/swpc-mag'
import { solarWind } from '#upstreams/swpc-wind'
import type { Upstream } from '#upstreams/upstream'

/** A feed as one of a list, whatever its values are. */
export interface Feed {
  readonly id: string
  /** The feed that endpoints name: this one, or the one that it stands in for. */
  readonly askedAs: string
  readonly provider: AskedId
  readonly label: string
  readonly cadenceMs: number
  /** How old its newest value may be and still be given as current, in milliseconds; absent where age tells nothing. */
  readonly currentMs?: number | undefined
  /** How long its last good value is used, where that is not what the answers made of it are valid for. */
  readonly heldMs?: number | undefined
  /**
   * Asks this feed, never its fallback, with its probe, and gives the newest instant that its data refer to in epoch
   * milliseconds; throws a Failure, or a Problem whose cause is one. What may be asked only once a cycle is kept for its
   * readers, and not asked if it is held.
   */
  readonly probe: (context: Context) => Promise<number | null>
}

type Probe<Params, Value> = (params: Params, context: Context) => Promise<Value | undefined>

/** Every feed that is asked, fallbacks behind the feed they stand in for. */
export const feeds: readonly Feed[] = [
  withFallbacks(planetaryKIndex),
  withFallbacks(solarWind),
  withFallbacks(interplanetaryMagneticField),
  withFallbacks(xrayFlux),
  withFallbacks(protonFlux),
  withFallbacks(upcomingLaunches),
  withFallbacks(coronalMassEjections),
  withFallbacks(flares),
  withFallbacks(solarEnergeticParticles),
  feedOf(elementSet),
  feedOf(elementSetGroup, async ({ group }, context) => (await groupElementSets(group, context)).value),
  feedOf(
    elementSetsOfLaunchYear,
    async ({ launch_year }, context) => (await launchYearElementSets(launch_year, context)).pulled.value,
  ),
  feedOf(satelliteCatalogue, async (_, context) => {
    await renewSatcat(context)
    return undefined
  }),
].flat()

function withFallbacks<Params, Value>(upstream: Upstream<Params, Value>, askedAs = upstream.id): Feed[] {
  const { fallback } = upstream
  return [{ ...feedOf(upstream), askedAs }, ...(fallback ? withFallbacks(fallback, askedAs) : [])]
}

function feedOf<Params, Value>(
  upstream: Upstream<Params, Value>,
  probe: Probe<Params, Value> = async (params, context) =>
    (await ask({ upstream, params, previous: undefined }, context)).value,
): Feed {
  const { id, provider, label, cadenceMs, currentMs, heldMs } = upstream
  const newestOfProbe = async (context: Context) => {
    const value = await probe(upstream.probe, context)
    return value === undefined ? null : upstream.newest(value)
  }
  return { id, askedAs: id, provider, label, cadenceMs, currentMs, heldMs, probe: newestOfProbe }
}
