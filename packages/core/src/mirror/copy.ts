import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { envelopeOf } from '#declare/envelope'
import { JSON_TYPE, type Page, page } from '#declare/page'
import { type AnswerFacts, StoredAnswer } from '#mirror/stored-answer'

/** A page of the central instance's, byte for byte, with its own times in epoch milliseconds. */
export interface Copy extends Page {
  readonly fetchedAt: number
  readonly validUntil: number
  /** The `Cache-Status` that it came with. */
  readonly via: string
  /** What the HTTP cache needs to ask about it; absent when it must not be kept. */
  readonly facts?: AnswerFacts | undefined
}

/** Central may be newer than we are: what its data hold is its own affair. */
const envelope = envelopeOf(v.looseObject({}))

/** Makes a copy of the central instance's answer at an endpoint; throws when it is none. */
export function copyOf(endpoint: Endpoint, body: string, headers: Headers): Omit<Copy, 'facts'> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || !(type in endpoint.success.content)) throw new TypeError('another content type')
  const names = Object.keys(endpoint.success.headers ?? {})
  const facts = names.flatMap((name) => [name, stated(headers, name)])
  const isJson = type === 'application/json'
  const { fetched_at, valid_until } = isJson
    ? v.parse(envelope, JSON.parse(body))
    : { fetched_at: stated(headers, 'x-fetched-at'), valid_until: stated(headers, 'x-valid-until') }
  const [fetchedAt, validUntil] = [Date.parse(fetched_at), Date.parse(valid_until)]
  if (!(fetchedAt <= validUntil)) throw new TypeError('it is valid before it was fetched')
  const via = printable(headers.get('cache-status'))
  return { ...page(body, isJson ? JSON_TYPE : `${type}; charset=utf-8`, facts), fetchedAt, validUntil, via }
}

/** A copy for the store: the tag is made anew from its text. */
export const storedCopy = {
  encode: ({ body, type, headers, fetchedAt, validUntil, via, facts }: Copy): unknown => ({
    text: new TextDecoder().decode(body),
    type,
    headers,
    fetchedAt,
    validUntil,
    via,
    facts,
  }),
  decode(stored: unknown): Copy {
    const { text, type, headers, ...rest } = stored as {
      text: string
      type: string
      headers: string[]
    } & Copy
    return { ...rest, ...page(text, type, headers) }
  },
}

/** What the HTTP cache holds of a copy's URL: the copy itself, so that its bytes are kept once. */
export function heldOf(copy: Copy | undefined): readonly StoredAnswer[] {
  return copy?.facts ? [new StoredAnswer(copy.facts, copy.body)] : []
}

function stated(headers: Headers, name: string): string {
  const value = headers.get(name)
  if (value === null) throw new TypeError(`the header ${name} is missing`)
  return value
}

/** A field of another's that we repeat. */
function printable(field: string | null): string {
  return field !== null && /^[\x20-\x7e]{1,1000}$/.test(field) ? field : ''
}
