import { nextPasses, type Pass, type Place, type Track, trackOf } from '#catalogue/orbit/passes'
import type { ShellRun } from '#debris/shells/shells'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { minutes } from '#kit/time'
import { readDays, readInTime, readLiveValues } from '#site/live-values'
import { type PlannedLaunch, readNextLaunches } from '#site/planned-launches'
import { readRun } from '#site/published-run'
import { QUANTITIES, type Quantity, type Reading } from '#space-weather/series/readings'
import type { SnapshotKind } from '#storage/cache/snapshot'

/** What the overview in the terminal shows. Instants are epoch milliseconds. */
export interface NowFacts {
  readonly now: number
  readonly sourceNote: string
  readonly base: string
  readonly values: ReadonlyMap<Quantity, Reading>
  readonly days: ReadonlyMap<Quantity, readonly Reading[]>
  /** The next launches; `null` if the list is unavailable. */
  readonly launches: readonly PlannedLaunch[] | null
  /** The published run; `null` without one. */
  readonly run: ShellRun | null
}

/** Passes of the ISS over a place, `null` if its elements are unavailable. */
export interface PassFacts {
  readonly place: Place
  readonly next: readonly Pass[] | null
}

interface IssElements {
  readonly tle_line1: string | null
  readonly tle_line2: string | null
}

/** Size of the readings of a day, or of the positions of two. */
const SHARED_BYTES = 300_000
const ISS = 25544

/** How long the facts are shared, in milliseconds: by all places, so that a place costs its passes alone. */
const SHARED_MS = minutes(1)

/** Returns the overview of this minute; leaves out what fails or takes longer than 1.5 s. */
export function readNowFacts(table: readonly Endpoint[], call: EndpointCall): Promise<NowFacts> {
  // Another run makes other facts, whatever is cached.
  const { seenId = 'none' } = call.context.debris.shells
  return readShared(`now:facts:${seenId}`, () => collectNowFacts(table, call), call)
}

/** Returns the next passes of the ISS over a place, from `now` on; its track is that of this minute. */
export async function readPassFacts(
  table: readonly Endpoint[],
  call: EndpointCall,
  place: Place,
  now: number,
): Promise<PassFacts> {
  const track = await readShared('now:iss', () => readTrack(table, call), call)
  if (!track) return { place, next: null }
  const passes = await nextPasses(track, place)
  return { place, next: passes.filter(({ setAt }) => setAt > now) }
}

async function readShared<T>(
  key: string,
  load: () => Promise<T>,
  { context, request }: EndpointCall,
): Promise<T> {
  const kind: SnapshotKind<T> = {
    ttlMs: SHARED_MS,
    load: async () => ({ fetchedAt: context.now(), value: await load() }),
    size: () => SHARED_BYTES,
  }
  return (await context.snapshots.read(key, kind, request.waitUntil)).snapshot.value
}

async function readTrack(table: readonly Endpoint[], call: EndpointCall): Promise<Track | null> {
  const elements = await readInTime<IssElements>(table, '/v1/objects/{norad_id}', { norad_id: ISS }, call)
  const { tle_line1: line1, tle_line2: line2 } = elements ?? {}
  return line1 && line2 ? trackOf([line1, line2], call.context.now()) : null
}

async function collectNowFacts(table: readonly Endpoint[], call: EndpointCall): Promise<NowFacts> {
  const { context } = call
  const values = await readLiveValues(table, call)
  const [days, launches, run] = await Promise.all([
    readDays(QUANTITIES, call),
    readNextLaunches(table, call),
    readRun(context),
  ])
  const { sourceNote, base } = context.settings
  return { now: context.now(), sourceNote, base, values, days, launches, run }
}
