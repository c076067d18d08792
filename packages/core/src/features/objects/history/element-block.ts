import * as v from 'valibot'
import type { ElementSet } from '#features/objects/elements/element-set'
import {
  ElementTrack,
  fromStored,
  type PackedTrack,
  type StoredSet,
  toStored,
} from '#features/objects/history/element-track'
import { partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { DAY, MONTH, matching, positive } from '#kernel/storage/records/schemas'

/** Catalogue numbers per record. A record has at most 150 kB at the end of a month. */
const NUMBERS_PER_BLOCK = 100

/** Element sets of a hundred successive catalogue numbers from the catalogues of a month. */
export interface ElementBlock {
  /** The UTC days of the catalogues, ascending: the nights of each track. */
  readonly days: readonly string[]
  /** Ascending by catalogue number. */
  readonly tracks: readonly PackedTrack[]
}

const row = v.array(v.unknown())

/** The element sets of complete catalogues, under `<month>:<block>`. They are read object by object. */
export const elementBlockKind = recordKind<ElementBlock>({
  name: 'catalogue',
  id: new RegExp(`${MONTH.source}:\\d{1,7}`),
  schema: partlyChecked(
    v.object({
      days: v.array(matching(DAY)),
      tracks: v.array(v.tupleWithRest([positive, v.array(row), v.string()], v.array(row))),
    }),
  ),
  isTrusted: true,
  merge: mergeBlocks,
})

/** Returns the number of the block that contains an object. */
export function blockOf(noradId: number): number {
  return Math.floor(noradId / NUMBERS_PER_BLOCK)
}

/** Returns a function that returns the set of an object on a day. */
export function setsOfObject(
  { days, tracks }: ElementBlock,
  noradId: number,
): (day: string) => ElementSet | undefined {
  const packed = tracks.find(([id]) => id === noradId)
  const nights = packed ? ElementTrack.unpack(packed).nights : []
  return (day) => {
    const stored = nights[days.indexOf(day)]
    return stored && fromStored(noradId, stored)
  }
}

/** Returns the sets of a day, in the order of catalogue numbers. */
export function setsOfDay({ days, tracks }: ElementBlock, day: string): ElementSet[] {
  const night = days.indexOf(day)
  return tracks.flatMap((packed) => {
    const stored = ElementTrack.unpack(packed).nights[night]
    return stored ? fromStored(packed[0], stored) : []
  })
}

/**
 * Returns a block with the sets of a day, which replace the sets that it had for that day.
 *
 * @param isKept Whether an existing day of the block is kept.
 */
export function withDay(
  block: ElementBlock = { days: [], tracks: [] },
  day: string,
  sets: readonly ElementSet[],
  isKept: (day: string) => boolean,
): ElementBlock {
  const added = new Map(sets.map((set) => [set.noradId, toStored(set)]))
  if (block.days.every((each) => each < day && isKept(each))) return withNextDay(block, day, added)
  const days = new Set([...block.days.filter(isKept), day])
  return rebuilt(
    [...days],
    [{ days: [day], find: (noradId) => added.get(noradId), ids: added.keys() }, nightsOf(block)],
  )
}

/** Adds a day after all others. Packed data stay unchanged. */
function withNextDay(
  { days, tracks }: ElementBlock,
  day: string,
  added: ReadonlyMap<number, StoredSet>,
): ElementBlock {
  const all = new Map(tracks.map((packed) => [packed[0], ElementTrack.unpack(packed)]))
  for (const noradId of added.keys()) {
    if (all.has(noradId)) continue
    const track = new ElementTrack(noradId)
    for (const _ of days) track.add(undefined)
    all.set(noradId, track)
  }
  for (const [noradId, track] of all) track.add(added.get(noradId))
  return packedBlock([...days, day], all.values())
}

/** Source of the sets of some days. */
interface Nights {
  readonly days: readonly string[]
  readonly ids: Iterable<number>
  readonly find: (noradId: number, day: string) => StoredSet | undefined
}

function nightsOf({ days, tracks }: ElementBlock): Nights {
  const nights = new Map(tracks.map((packed) => [packed[0], ElementTrack.unpack(packed).nights]))
  return { days, ids: nights.keys(), find: (noradId, day) => nights.get(noradId)?.[days.indexOf(day)] }
}

/** Returns a block of these days. Each day is taken as a whole from the first source that has it. */
function rebuilt(days: readonly string[], sources: readonly Nights[]): ElementBlock {
  const ascending = [...days].sort()
  const tracks: ElementTrack[] = []
  for (const noradId of new Set(sources.flatMap(({ ids }) => [...ids]))) {
    const track = new ElementTrack(noradId)
    for (const day of ascending)
      track.add(sources.find((each) => each.days.includes(day))?.find(noradId, day))
    if (track.nights.some((stored) => stored !== undefined)) tracks.push(track)
  }
  return packedBlock(ascending, tracks)
}

/** If both have a day, the stored sets are kept. */
function mergeBlocks(stored: ElementBlock, added: ElementBlock): ElementBlock {
  if (added.days.every((day) => stored.days.includes(day))) return stored
  const days = new Set([...stored.days, ...added.days])
  return rebuilt([...days], [nightsOf(stored), nightsOf(added)])
}

function packedBlock(days: readonly string[], tracks: Iterable<ElementTrack>): ElementBlock {
  const ascending = [...tracks].sort((one, other) => one.noradId - other.noradId)
  return { days, tracks: ascending.map((track) => track.pack()) }
}
