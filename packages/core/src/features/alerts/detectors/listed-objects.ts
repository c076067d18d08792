import { MAX_LISTED } from '#features/alerts/types/catalogue'
import type { ListedObject } from '#features/debris/diff/diff-schemas'

/** The part of `/shell/diff` that alerts need. */
export interface Comparison {
  readonly computed_at: string
  readonly previous_computed_at: string
  readonly added_count: number
  readonly removed_count: number
  readonly added: readonly (ListedObject & { readonly reason: 'new' | 'back' })[]
  readonly removed: readonly (ListedObject & { readonly reason: 'decayed' | 'gone' })[]
  readonly source: string
}

/** Maximum size of a list of objects in bytes, so that the whole payload has at most 20 kB. */
const MAX_BYTES = 17_000

type Short = Omit<ListedObject, 'perigee_km' | 'apogee_km' | 'inclination_deg'>

/** Returns the first objects without their orbits: at most 100 objects and 17 kB. */
export function listedOf<T extends Short>(all: readonly T[]): { objects: Listed<T>[]; truncated: boolean } {
  const objects: Listed<T>[] = []
  let bytes = 0
  for (const { perigee_km: _, apogee_km: __, inclination_deg: ___, ...object } of all as readonly (T &
    Orbit)[]) {
    bytes += new TextEncoder().encode(JSON.stringify(object)).byteLength + 1
    if (objects.length === MAX_LISTED || bytes > MAX_BYTES) return { objects, truncated: true }
    objects.push(object)
  }
  return { objects, truncated: false }
}

type Orbit = Partial<Pick<ListedObject, 'perigee_km' | 'apogee_km' | 'inclination_deg'>>
type Listed<T> = Omit<T, keyof Orbit>
