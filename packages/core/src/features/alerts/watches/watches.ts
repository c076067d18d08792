import type { AlertContext } from '#features/alerts/context'
import type { Detector } from '#features/alerts/detector'
import { catalogue } from '#features/alerts/detectors/catalogue'
import { coronalMassEjections } from '#features/alerts/detectors/coronal-mass-ejections'
import { crew } from '#features/alerts/detectors/crew'
import { deprecatedPaths } from '#features/alerts/detectors/deprecated-paths'
import { flares } from '#features/alerts/detectors/flares'
import { geomagnetic } from '#features/alerts/detectors/geomagnetic'
import { serviceIncidents } from '#features/alerts/detectors/incidents'
import { launches } from '#features/alerts/detectors/launches'
import { noaaNotices } from '#features/alerts/detectors/notices'
import { radiationStorms } from '#features/alerts/detectors/radiation-storms'
import { shellDensities } from '#features/alerts/detectors/shell-densities'
import { southwardField } from '#features/alerts/detectors/southward-field'
import { upstreams } from '#features/alerts/detectors/upstreams'
import { subjectName } from '#features/alerts/watched-subjects'
import { orReport } from '#features/alerts/watches/or-report'
import { createRecordedReader, readKpReadings } from '#features/alerts/watches/recorded-readings'
import { diff } from '#features/debris/endpoints/diff'
import { profile } from '#features/debris/endpoints/profile'
import { upcoming } from '#features/launches/endpoints/upcoming'
import { people } from '#features/launches/people/endpoints/people'
import { recent } from '#features/space-weather/events/recent'
import { notices } from '#features/space-weather/notices/notices'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import { feedsOf } from '#kernel/endpoint/endpoint-feeds'
import { read, readOrNothing } from '#kernel/endpoint/read-data'
import { providerId } from '#kernel/upstreams/providers'

/**
 * Reads the observation of a detector. Returns a function that runs the detector and returns the number of
 * logged alerts.
 */
export type Watch = (context: AlertContext) => Promise<() => Promise<number>>

/** Returns the watch for a detector. `observe` returns `undefined` if there is no observation now. */
export function watchBy<S, O>(detector: Detector<S, O>, observe: () => Promise<O | undefined>): Watch {
  return async (context) => {
    const observation = await orReport(() => readOrNothing(observe), context)
    return () => context.alerts.detectorStates.run(detector, observation)
  }
}

/** Returns a detector whose alerts are for the accounts that watch their subjects. */
export function forWatchers<S, O>(
  detector: Detector<S, O>,
  accounts: ReadonlyMap<string, readonly string[]>,
): Detector<S, O> {
  return {
    ...detector,
    detect(...given) {
      const { state, alerts } = detector.detect(...given)
      const addressed = alerts.map((alert) => {
        return { ...alert, audience: { accounts: accounts.get(subjectName(alert)) ?? [] } }
      })
      return { state, alerts: addressed }
    },
  }
}

/** The detectors of public events, which do not depend on the observer. */
export const worldDetectors: readonly Pick<Detector<never, never>, 'id'>[] = [
  geomagnetic,
  southwardField,
  flares,
  radiationStorms,
  coronalMassEjections,
  noaaNotices,
  launches,
  crew,
  catalogue,
  shellDensities,
]

/** Returns the watches for public data. */
export function publicWatches(context: AlertContext): Watch[] {
  const watch = <S, Data>(detector: Detector<S, Data>, endpoint: TypedEndpoint<string, Data, never>) =>
    watchBy(detector, async () => (await read(endpoint, { context })).data)
  const recorded = createRecordedReader(context)
  return [
    watchBy(geomagnetic, () => readKpReadings(recorded, context.now())),
    watchBy(southwardField, () => recorded('mag', 'bz_gsm_nt')),
    watchBy(flares, () => recorded('xray', 'flux_w_m2')),
    watchBy(radiationStorms, () => recorded('proton', 'flux_pfu')),
    watch(coronalMassEjections, recent),
    watch(noaaNotices, notices),
    watch(launches, upcoming),
    watch(crew, people),
    watch(catalogue, diff),
    watch(shellDensities, profile),
    watchBy(upstreams, () => readFeeds(context)),
    watchBy(deprecatedPaths, async () => context.table.offered),
    watchBy(serviceIncidents, async () => {
      return { processId: context.incidents.processId, incidents: context.incidents.list() }
    }),
  ]
}

async function readFeeds({ table, upstreams: { states: upstreamStates } }: AlertContext) {
  return Promise.all(
    feedsOf(table.offered).map(async ({ id, provider, cadenceMs }) => {
      return { id, provider: providerId(provider), cadenceMs, state: await upstreamStates.get(id) }
    }),
  )
}
