import type { Detector } from '#alerts/detector'
import { catalogue } from '#alerts/detectors/catalogue'
import { coronalMassEjections } from '#alerts/detectors/coronal-mass-ejections'
import { deprecatedPaths } from '#alerts/detectors/deprecated-paths'
import { flares } from '#alerts/detectors/flares'
import { geomagnetic } from '#alerts/detectors/geomagnetic'
import { serviceIncidents } from '#alerts/detectors/incidents'
import { launches } from '#alerts/detectors/launches'
import { radiationStorms } from '#alerts/detectors/radiation-storms'
import { shellDensities } from '#alerts/detectors/shell-densities'
import { southwardField } from '#alerts/detectors/southward-field'
import { upstreams } from '#alerts/detectors/upstreams'
import type { ReadPublished, Watched } from '#alerts/watches/read-published'
import { createRecordedReader, readKpReadings } from '#alerts/watches/recorded-readings'
import type { Endpoint } from '#endpoint/endpoint'
import { feedsOf } from '#endpoint/endpoint-feeds'
import type { Context } from '#kit/context'
import { providerId } from '#upstreams/providers'

/** A detector and how to read what it observes; `undefined` if there is nothing to observe in this run. */
interface Watch<State, Observation> {
  readonly detector: Detector<State, Observation>
  readonly observe: () => Promise<Observation | undefined>
}

/** Calls `use` with a watch whose types are known to nobody else. */
export type AnyWatch = <Result>(use: <S, O>(watch: Watch<S, O>) => Result) => Result

/** Hides the types of a watch, so that watches of all types fit in one list. */
export function anyWatch<S, O>(detector: Detector<S, O>, observe: () => Promise<O | undefined>): AnyWatch {
  return (use) => use({ detector, observe })
}

/** Returns the watches of what is published for everybody. */
export function publicWatches(
  endpoints: readonly Endpoint[],
  read: ReadPublished,
  context: Context,
): AnyWatch[] {
  const watch = <S, Path extends string & keyof Watched>(detector: Detector<S, Watched[Path]>, path: Path) =>
    anyWatch(detector, async () => (await read(path)).data)
  const recorded = createRecordedReader(endpoints, context)
  return [
    anyWatch(geomagnetic, () => readKpReadings(recorded, context.now())),
    anyWatch(southwardField, () => recorded('mag', 'bz_gsm_nt', '/v1/space-weather/mag')),
    anyWatch(flares, () => recorded('xray', 'flux_w_m2', '/v1/space-weather/xray')),
    anyWatch(radiationStorms, () => recorded('proton', 'flux_pfu', '/v1/space-weather/proton')),
    watch(coronalMassEjections, '/v1/events/recent'),
    watch(launches, '/v1/launches/upcoming'),
    watch(catalogue, '/shell/diff'),
    watch(shellDensities, '/shell/profile'),
    anyWatch(upstreams, () => readFeeds(endpoints, context)),
    anyWatch(deprecatedPaths, async () => endpoints),
    anyWatch(serviceIncidents, async () => {
      return { processId: context.incidents.processId, incidents: context.incidents.list() }
    }),
  ]
}

async function readFeeds(endpoints: readonly Endpoint[], { upstreams: { states: upstreamStates } }: Context) {
  return Promise.all(
    feedsOf(endpoints).map(async ({ id, provider, cadenceMs }) => {
      return { id, provider: providerId(provider), cadenceMs, state: await upstreamStates.get(id) }
    }),
  )
}
