import { nextPasses, type Pass, type Place, type Track, trackOf } from '#catalogue/orbit/passes'
import { densityByShell } from '#debris/density/shell-density'
import type { ShellRun } from '#debris/shells/shells'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { minutes } from '#kit/time'
import { readDays, readInTime, readLiveValues } from '#site/live-values'
import { QUANTITIES, type Quantity, type Reading } from '#space-weather/series/readings'
import type { SnapshotKind } from '#storage/cache/snapshot'
import { withStoreFallback } from '#storage/store-failure'

/** What the overview in the terminal shows. Instants are epoch milliseconds. */
export interface NowFacts {
  readonly now: number
  readonly sourceNote: string
  readonly base: string
  readonly values: ReadonlyMap<Quantity, Reading>
  readonly days: ReadonlyMap<Quantity, readonly Reading[]>
  /** The next launches; `null` if the list is unavailable. */
  readonly launches: readonly NextLaunch[] | null
  /** The published run with the density of every shell in objects per km³; `null` without one. */
  readonly debris: { readonly run: ShellRun; readonly profile: readonly number[] } | null
}

/** Passes of the ISS over a place, `null` if its elements are unavailable. */
export interface PassFacts {
  readonly place: Place
  readonly next: readonly Pass[] | null
}

interface NextLaunch {
  readonly name: string
  readonly net: string
  readonly net_precision: string | null
}

interface IssElements {
  readonly tle_line1: string | null
  readonly tle_line2: string | null
}

const MAX_LAUNCHES = 3
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
  const [days, launches, debris] = await Promise.all([
    readDays(QUANTITIES, call),
    readInTime<{ launches: NextLaunch[] }>(table, '/v1/launches/upcoming', {}, call),
    unlessStoreFails(() => readDebris(call)),
  ])
  const now = context.now()
  const { sourceNote, base } = context.settings
  return {
    now,
    sourceNote,
    base,
    values,
    days,
    launches: launches?.launches.filter(({ net }) => Date.parse(net) > now).slice(0, MAX_LAUNCHES) ?? null,
    debris: debris ?? null,
  }
}

async function readDebris({ context }: EndpointCall) {
  const run = await context.debris.shells.current(context.now())
  if (!run) return undefined
  return { run, profile: densityByShell(run) }
}

async function unlessStoreFails<T>(read: () => Promise<T>): Promise<T | undefined> {
  return withStoreFallback<T | undefined>(read, () => undefined)
}
