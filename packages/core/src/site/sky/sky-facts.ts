import { passes as passList } from '#catalogue/sky/endpoints/passes'
import { sunMoon } from '#catalogue/sky/endpoints/sun-moon'
import type { PassListData } from '#catalogue/sky/pass-schemas'
import type { SunMoonData } from '#catalogue/sky/sun-moon-schemas'
import type { EndpointCall } from '#endpoint/endpoint'
import { hours, iso } from '#kit/time'
import type { SiteContext } from '#site/context'
import { readInTime } from '#site/live-values'
import { type AuroraAtPlace, aurora as auroraAtPlace } from '#space-weather/endpoints/aurora'

/** A location in degrees, north and east positive. */
export interface PlaceOfSky {
  readonly latitude: number
  readonly longitude: number
}

/** A pass of `/v1/passes`. */
export type SkyPass = PassListData['passes'][number]

/** Content of the page of the sky. */
export interface SkyFacts {
  /** `null` if none is given. */
  readonly place: PlaceOfSky | null
  /** Passes within the day, earliest first; `null` if no elements are cached. */
  readonly passes: readonly SkyPass[] | null
  /** Objects without a pass within the day, with the reason. */
  readonly without: PassListData['without_passes']
  readonly sunAndMoon: SunMoonData | null
  readonly aurora: AuroraAtPlace | null
  readonly sourceNote: string
  /** Epoch milliseconds, as `until`. */
  readonly now: number
  readonly until: number
}

/** Lowest peak elevation of a pass, and of the visible part of a pass with a chart, in degrees. */
export const MIN_ELEVATION_DEG = 10

/** Objects that are visible to the naked eye: ISS, CSS, HST, ENVISAT, TERRA and two SL-16 rocket bodies. */
const BRIGHT_IDS = [16_182, 20_580, 22_285, 25_544, 25_994, 27_386, 48_274]

/** Collects the content of the page through the public paths. Waits at most 1.5 s for each. */
export async function collectSkyFacts(
  place: PlaceOfSky | null,
  call: EndpointCall<SiteContext>,
): Promise<SkyFacts> {
  const { context } = call
  const now = context.now()
  const until = now + hours(24)
  const common = () => ({ place, sourceNote: context.upstreams.shownNote.text, now, until })
  if (!place) return { ...common(), passes: null, without: [], sunAndMoon: null, aurora: null }
  const listing = {
    ids: BRIGHT_IDS.join(','),
    altitude_m: 0,
    days: 1,
    min_elevation_deg: MIN_ELEVATION_DEG,
    visible: 'false',
    limit: 200,
  }
  const [list, sunAndMoon, aurora] = await Promise.all([
    readInTime(passList, call, { ...place, ...listing }),
    readInTime(sunMoon, call, { ...place, date: iso(now) }),
    readInTime(auroraAtPlace, call, { ...place }),
  ])
  const passes = list?.passes.filter(({ highest }) => Date.parse(highest.at) > now) ?? null
  // A central instance of an earlier version does not send this list.
  const without = list?.without_passes ?? []
  return { ...common(), passes, without, sunAndMoon: sunAndMoon ?? null, aurora: aurora ?? null }
}
