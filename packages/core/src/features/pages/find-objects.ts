import * as v from 'valibot'
import { objectBatch } from '#features/objects/endpoints/objects-batch'
import type { PagesContext } from '#features/pages/context'
import { readInTime } from '#features/pages/live-values'
import { type CostCall, type CostClass, computed } from '#kernel/endpoint/cost'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { optional } from '#kernel/endpoint/query-parameters'

/** Text without control characters. */
export const printable = v.pipe(v.string(), v.regex(/^[ -~\u00a0-\uffff]*$/))

/** Query parameter of pages: an object as text. */
export const objectParameter = optional(
  v.pipe(
    printable,
    v.maxLength(60),
    v.description(
      'An object: its number, a part of its name, or its international designator, such as `1998-067A`',
    ),
    v.examples(['hubble']),
  ),
)

/** Cost of a page with this parameter. */
export function searchCost({ params }: Pick<CostCall, 'params'>): CostClass {
  return params['object'] ? computed(50) : 'shared'
}

/** Objects that match a text; not all if there are many. */
export interface ObjectMatches {
  /** The text; empty without one. */
  readonly text: string
  /** The best matches, best first; `undefined` if the catalogue cannot be searched now. */
  readonly found: readonly { readonly norad_id: number; readonly name: string }[] | undefined
}

/** Finds objects through `/v1/objects`. Waits at most 1.5 s. */
export async function findObjects(text: string, call: EndpointCall<PagesContext>): Promise<ObjectMatches> {
  const params = searchFor(text.trim().toUpperCase())
  if (!params) return { text, found: [] }
  return { text, found: (await readInTime(objectBatch, call, params))?.objects }
}

function searchFor(text: string): Readonly<Record<string, string>> | undefined {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return { ids: text }
  if (/^[0-9]{4}-[0-9]{3}[A-Z]{0,3}$/.test(text)) return { designator: text }
  return /^[ -~]{2,60}$/.test(text) ? { name: text } : undefined
}

/** Returns the reason why a text selects no object; an empty text if it selects one, or is empty. */
export function noObjectNote({ text, found }: ObjectMatches): string {
  if (text === '' || (found && found.length > 0)) return ''
  return found
    ? 'No object with current elements has this name, designator or number.'
    : 'Objects cannot be searched now. Reload this page in a few seconds.'
}
