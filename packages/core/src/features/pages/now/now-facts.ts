import type { ShellRun } from '#features/debris/shells/shells'
import { fromElementMembers } from '#features/objects/elements/element-fields'
import { objects } from '#features/objects/endpoints/objects'
import { type Track, trackOf } from '#features/objects/orbit/earth-fixed'
import type { Place } from '#features/objects/orbit/observer'
import { findPasses, type Pass } from '#features/objects/orbit/passes'
import type { PagesContext } from '#features/pages/context'
import { type DayFacts, readDayFacts } from '#features/pages/day-facts'
import { readDays, readInTime, readLiveValues } from '#features/pages/live-values'
import { type PlannedLaunch, readNextLaunches } from '#features/pages/planned-launches'
import { readRun } from '#features/pages/published-run'
import { QUANTITIES, type Quantity, type Reading } from '#features/space-weather/series/readings'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { days, minutes } from '#kernel/kit/time'
import type { SnapshotKind } from '#kernel/storage/cache/snapshot'

/** Content of the overview in the terminal. Instants are epoch milliseconds. */
export interface NowFacts {
  readonly now: number
  readonly sourceNote: string
  readonly base: string
  readonly values: ReadonlyMap<Quantity, Reading>
  readonly days: ReadonlyMap<Quantity, readonly Reading[]>
  /** The day in numbers and NOAA's forecast. */
  readonly day: DayFacts
  /** The next launches; `null` if the list is unavailable. */
  readonly launches: readonly PlannedLaunch[] | null
  /** The published run; `null` without one. */
  readonly run: ShellRun | null
}

/** Passes of the ISS over a location, `null` if its elements are unavailable. */
export interface PassFacts {
  readonly place: Place
  readonly next: readonly Pass[] | null
}

/** Size of the readings of a day and the notices of a month. */
const SHARED_BYTES = 600_000
const ISS = 25544
/** Limits of the listed passes: their number, the time ahead, and the lowest peak elevation in degrees. */
const [MAX_PASSES, SEARCH_MS, MIN_ELEVATION_DEG] = [3, days(2), 10]

/** How long all locations share the facts, in milliseconds, so that a location costs only its passes. */
const SHARED_MS = minutes(1)

/** Returns the overview of this minute; omits data that fail or take longer than 1.5 s. */
export function readNowFacts(call: EndpointCall<PagesContext>): Promise<NowFacts> {
  // A new run changes the facts, so its id is part of the key.
  const { seenId = 'none' } = call.context.debris.shells
  return readShared(`now:facts:${seenId}`, () => collectNowFacts(call), call)
}

/** Returns the next passes of the ISS over a location from `now` on, by the elements of this minute. */
export async function readPassFacts(
  call: EndpointCall<PagesContext>,
  place: Place,
  now: number,
): Promise<PassFacts> {
  const track = await readShared('now:iss', () => readTrack(call), call)
  if (!track) return { place, next: null }
  const search = { from: now, to: now + SEARCH_MS, minElevationDeg: MIN_ELEVATION_DEG }
  const next: Pass[] = []
  for await (const pass of findPasses(track, place, search)) if (next.push(pass) === MAX_PASSES) break
  return { place, next }
}

async function readShared<T>(
  key: string,
  load: () => Promise<T>,
  { context, request }: EndpointCall<PagesContext>,
): Promise<T> {
  const kind: SnapshotKind<T> = {
    ttlMs: SHARED_MS,
    load: async () => ({ fetchedAt: context.now(), value: await load() }),
    size: () => SHARED_BYTES,
  }
  return (await context.snapshots.read(key, kind, request.waitUntil)).snapshot.value
}

async function readTrack(call: EndpointCall<PagesContext>): Promise<Track | null> {
  const members = await readInTime(objects, call, { norad_id: ISS })
  return (members && trackOf(fromElementMembers({ ...members, ephemeris_type: 0 }))) ?? null
}

async function collectNowFacts(call: EndpointCall<PagesContext>): Promise<NowFacts> {
  const { context } = call
  const values = await readLiveValues(call)
  const [days, day, launches, run] = await Promise.all([
    readDays(QUANTITIES, call),
    readDayFacts(call),
    readNextLaunches(call),
    readRun(context),
  ])
  const { base } = context.settings
  const sourceNote = context.upstreams.shownNote.text
  return { now: context.now(), sourceNote, base, values, days, day, launches, run }
}
