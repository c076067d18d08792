import { longSpans, type PlaceInText } from '@space-data/charts/text'
import type { PagesContext } from '#features/pages/context'
import { findObjects, type ObjectMatches } from '#features/pages/find-objects'
import { readInTime } from '#features/pages/live-values'
import { placeNamed } from '#features/pages/sky/cities'
import { passes as passList } from '#features/passes/endpoints/passes'
import { sunMoon } from '#features/passes/endpoints/sun-moon'
import type { PassListData } from '#features/passes/pass-schemas'
import type { SunMoonData } from '#features/passes/sun-moon-schemas'
import { type AuroraAtPlace, aurora as auroraAtPlace } from '#features/space-weather/aurora/aurora'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { hours, iso } from '#kernel/kit/time'

/** A location in degrees, north and east positive, rounded to 0.01°. */
export type PlaceOfSky = PlaceInText

/** A pass of `/v1/passes`. Spans in which it is visible for less than a minute are left out. */
export type SkyPass = PassListData['passes'][number]

/** Content of the page of the sky. */
export interface SkyFacts {
  /** The location that is asked for; empty without one. */
  readonly asked: string
  /** The location that is shown. */
  readonly place: PlaceOfSky
  /** Whether it is an example, because none is asked for or nothing is known by that name. */
  readonly isExample: boolean
  /**
   * The object that is asked for; its best match is shown. `null` on a mirror, which would send each search of
   * its visitors to its central instance.
   */
  readonly matches: ObjectMatches | null
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
export const BRIGHT_IDS: readonly number[] = [16_182, 20_580, 22_285, 25_544, 25_994, 27_386, 48_274]

const EXAMPLE: PlaceOfSky = { latitude: 52.52, longitude: 13.4 }

/** Collects the content of the page through the public paths. Waits at most 1.5 s for each. */
export async function collectSkyFacts(
  asked: string,
  object: string,
  call: EndpointCall<PagesContext>,
): Promise<SkyFacts> {
  const { context } = call
  const now = context.now()
  const until = now + hours(24)
  const found = placeNamed(asked)
  const place = found ? { latitude: round2(found.latitude), longitude: round2(found.longitude) } : EXAMPLE
  const matches = context.settings.mirror ? null : await findObjects(object, call)
  const ids = new Set([...BRIGHT_IDS, ...(matches?.found ?? []).slice(0, 1).map(({ norad_id }) => norad_id)])
  const listing = {
    ids: [...ids].sort((one, other) => one - other).join(','),
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
  const passes =
    list?.passes
      .filter(({ highest }) => Date.parse(highest.at) > now)
      .map((pass) => ({ ...pass, visible: longSpans(pass.visible) })) ?? null
  // A central instance of an earlier version does not send this list.
  const without = list?.without_passes ?? []
  const sourceNote = context.upstreams.shownNote.text
  const common = { asked, place, isExample: !found, matches, sourceNote, now, until }
  return { ...common, passes, without, sunAndMoon: sunAndMoon ?? null, aurora: aurora ?? null }
}

/** Rounds degrees as the paths of the API do; removes the sign of zero. */
function round2(degrees: number): number {
  return Math.round(degrees * 100) / 100 + 0
}
