import { interpretCelestrakResponse, isWorse } from '#features/objects/celestrak/feeds'
import { type ElementSet, objectTypeFromName } from '#features/objects/elements/element-set'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import {
  countSatcatObjects,
  findSatcatEntry,
  type ParsedSatcat,
  parseSatcat,
  type SatcatColumns,
  type SatcatEntry,
} from '#features/objects/satcat/satcat'
import type { Context } from '#kernel/endpoint/endpoint'
import { days, hours, seconds } from '#kernel/kit/time'
import { fromBase64, toBase64 } from '#kernel/storage/base64'
import type { SnapshotKind } from '#kernel/storage/cache/snapshot'
import { pull } from '#kernel/upstreams/client/pull'
import type { UpstreamContext } from '#kernel/upstreams/context'
import { toFeed } from '#kernel/upstreams/feed'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { type ParseListeners, upstream } from '#kernel/upstreams/upstream'

/** Validity of a copy: one week, plus another week in which the provider may fail. */
const SATCAT_VALID_MS = days(14)

/**
 * The record of every object ever catalogued. The provider edits it once or twice a day. The nightly job
 * fetches it weekly.
 */
const satelliteCatalogue = upstream<unknown, ParsedSatcat>({
  id: 'celestrak-satcat',
  provider: 'celestrak',
  label: 'SATCAT',
  target: () => '/pub/satcat.csv',
  probeParams: undefined,
  parse: parseSatcatBody,
  newestAt: () => null,
  checkPlausibility({ columns }, cached) {
    const [size, before] = [countSatcatObjects(columns), cached ? countSatcatObjects(cached.columns) : 0]
    if (size >= 0.8 * before) return undefined
    const reason = `${size} objects, but the cached copy has ${before}`
    return { reason, figures: [size], confirmedBy: 'overADay' }
  },
  cadenceMs: days(7),
  validMs: SATCAT_VALID_MS,
  // 7 MB in 2026.
  maxBytes: 12 * 1024 * 1024,
  timeoutMs: seconds(60),
  budgets: () => [{ name: 'celestrak:satcat', calls: 1, perMs: hours(12) }],
  // A missing file does not pause the other feeds.
  interpretResponse: (response) =>
    response.status === 404 ? undefined : interpretCelestrakResponse(response),
})

function parseSatcatBody(text: string, _: number, { onRows }: ParseListeners = {}): ParsedSatcat {
  if (!text.endsWith('\n')) throw new ShapeError('the last line is truncated')
  const { counts, ...satcat } = parseSatcatText(text)
  if (countSatcatObjects(satcat.columns) === 0) throw new ShapeError('there are no objects')
  onRows?.(counts)
  return satcat
}

function parseSatcatText(text: string): ReturnType<typeof parseSatcat> {
  try {
    return parseSatcat(text)
  } catch (cause) {
    throw new ShapeError(cause instanceof SyntaxError ? cause.message : 'the CSV is malformed', { cause })
  }
}

const REFRESH_MS = days(7)
/** Includes the version of the column layout, so that each version reads its own copy. */
const SATCAT_KEY = 'satcat:2'

interface StoredSatcat extends Omit<SatcatColumns, 'words'> {
  readonly words: string
  readonly refused: number
}

const satcatKind: SnapshotKind<ParsedSatcat> = {
  ttlMs: SATCAT_VALID_MS,
  load: () => Promise.reject(new Error('only the nightly job fetches SATCAT')),
  stored: {
    encode: ({ columns, refused }) => ({ ...columns, words: toBase64(columns.words), refused }),
    decode(stored) {
      const { words, owners, sites, refused } = stored as StoredSatcat
      return { columns: { words: fromBase64(words), owners, sites }, refused }
    },
  },
  size: ({ columns }) => columns.words.byteLength,
}

/**
 * Returns a lookup in the cached SATCAT, which finds nothing while there is no copy. Never sends a request.
 */
export async function cachedSatcat(context: Context): Promise<SatcatLookup> {
  const cached = await context.snapshots.getFresh(SATCAT_KEY, satcatKind)
  return cached ? (noradId) => findSatcatEntry(cached.value.columns, noradId) : () => undefined
}

/** Finds the SATCAT entry of a catalogue number. */
export type SatcatLookup = (noradId: number) => SatcatEntry | undefined

/**
 * Returns an object with its SATCAT data. Its type comes from SATCAT or, if SATCAT has none, from its name.
 */
export function toCatalogueObject(elements: ElementSet, satcat: SatcatLookup): CatalogueObject {
  const found = satcat(elements.noradId)
  const { owner = null, launchDate = null, decayDate = null, rcsM2 = null } = found ?? {}
  const objectType = found?.objectType ?? objectTypeFromName(elements.name)
  return { elements, objectType, owner, launchDate, decayDate, rcsM2 }
}

/**
 * Fetches SATCAT if the cached copy is a week old or there is none.
 *
 * @throws Problem
 */
export async function refreshSatcatIfDue(context: UpstreamContext): Promise<void> {
  const cached = await context.snapshots.getFresh(SATCAT_KEY, satcatKind)
  if (!cached || context.now() - cached.fetchedAt >= REFRESH_MS) await fetchSatcat(context)
}

/**
 * Fetches and caches SATCAT.
 *
 * @throws Problem
 */
export async function fetchSatcat(context: UpstreamContext): Promise<ParsedSatcat> {
  const cached =
    (await context.snapshots.getFresh(SATCAT_KEY, satcatKind)) ??
    context.snapshots.peek<ParsedSatcat>(SATCAT_KEY)
  const pulled = await pull(satelliteCatalogue, undefined, context, cached?.value)
  const { value, fetchedAt } = pulled
  // The cached copy stays in use, and the next night tries again.
  if (cached && context.now() < cached.validUntil && isWorse(pulled, cached.value)) return cached.value
  await context.snapshots.put(SATCAT_KEY, satcatKind, value, fetchedAt)
  return value
}

/** SATCAT, which the weekly check fetches only if the cached copy is a week old. */
export const satcatFeed = toFeed(satelliteCatalogue, async (_, context) => {
  await refreshSatcatIfDue(context)
  return undefined
})
