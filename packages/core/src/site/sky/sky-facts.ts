import type { PassListData } from '#catalogue/sky/pass-schemas'
import type { SunMoonData } from '#catalogue/sky/sun-moon-schemas'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { hours, iso } from '#kit/time'
import { readInTime } from '#site/live-values'
import type { AuroraAtPlace } from '#space-weather/endpoints/aurora'

/** A place in degrees, north and east positive. */
export interface PlaceOfSky {
  readonly latitude: number
  readonly longitude: number
}

/** A pass as `/v1/passes` has it. */
export type SkyPass = PassListData['passes'][number]

/** What the page of the sky shows. */
export interface SkyFacts {
  /** `null` while none is given. */
  readonly place: PlaceOfSky | null
  /** Passes within the day, the first one first; `null` where no elements are held. */
  readonly passes: readonly SkyPass[] | null
  /** Objects that have no pass within the day, and why. */
  readonly without: PassListData['without_passes']
  readonly sunAndMoon: SunMoonData | null
  readonly aurora: AuroraAtPlace | null
  readonly sourceNote: string
  /** Epoch milliseconds, as `until`. */
  readonly now: number
  readonly until: number
}

/** How high a pass rises at least, and what is visible of one that has a chart. */
export const MIN_ELEVATION_DEG = 10

/** Objects that are bright enough for the eye: ISS, CSS, HST, ENVISAT, TERRA and two SL-16 rocket bodies. */
const BRIGHT_IDS = [16_182, 20_580, 22_285, 25_544, 25_994, 27_386, 48_274]

/** Collects what the page shows, through the paths that clients read. Waits at most 1.5 s for each. */
export async function collectSkyFacts(
  table: readonly Endpoint[],
  place: PlaceOfSky | null,
  call: EndpointCall,
): Promise<SkyFacts> {
  const { context } = call
  const now = context.now()
  const until = now + hours(24)
  const common = () => ({ place, sourceNote: context.upstreams.shownNote.text, now, until })
  if (!place) return { ...common(), passes: null, without: [], sunAndMoon: null, aurora: null }
  const read = <Data>(path: string, params: EndpointCall['params']) =>
    readInTime<Data>(table, path, { ...place, ...params }, call)
  const listing = {
    ids: BRIGHT_IDS.join(','),
    altitude_m: 0,
    days: 1,
    min_elevation_deg: MIN_ELEVATION_DEG,
    visible: 'false',
    limit: 200,
  }
  const [list, sunAndMoon, aurora] = await Promise.all([
    read<PassListData>('/v1/passes', listing),
    read<SunMoonData>('/v1/sun-moon', { date: iso(now) }),
    read<AuroraAtPlace>('/v1/space-weather/aurora', {}),
  ])
  const passes = list?.passes.filter(({ highest }) => Date.parse(highest.at) > now) ?? null
  // A central instance of an earlier version does not say it.
  const without = list?.without_passes ?? []
  return { ...common(), passes, without, sunAndMoon: sunAndMoon ?? null, aurora: aurora ?? null }
}
