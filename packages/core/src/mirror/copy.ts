import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { envelopeOf } from '#declare/envelope'
import { JSON_TYPE, type Page, page } from '#declare/page'
import { type AnswerFacts, StoredAnswer } from '#mirror/stored-answer'
import type { SnapshotKind } from '#store/snapshots'
import { minutes } from '#time'
import { ShapeMismatch } from '#upstreams/shape'

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

/** How far the clocks of the two instances may be apart. */
const CLOCKS_APART_MS = minutes(5)

/**
 * Makes a copy of the central instance's answer at an endpoint, as of the instant `at` in epoch milliseconds; throws when it is
 * none, or says of itself that it was fetched later than now or is valid for longer than the endpoint's answers are.
 */
export function copyOf(endpoint: Endpoint, body: string, headers: Headers, at: number): Omit<Copy, 'facts'> {
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
  if (fetchedAt > at + CLOCKS_APART_MS) throw new ShapeMismatch('fetched_at is later than now')
  if (isValidTooLong(fetchedAt, validUntil, endpoint.ttlMs))
    throw new ShapeMismatch('valid_until is later than its TTL allows')
  const via = printable(headers.get('cache-status'))
  return { ...page(body, isJson ? JSON_TYPE : `${type}; charset=utf-8`, facts), fetchedAt, validUntil, via }
}

/** Nobody may keep a copy for longer than the endpoint's answers are valid, whatever it says of itself. */
function isValidTooLong(fetchedAt: number, validUntil: number, ttlMs = 0): boolean {
  return validUntil > fetchedAt + ttlMs
}

/** A copy for the store: the tag is made anew from its text. One that is valid for too long is none. */
export function storedCopy(ttlMs: number | undefined): NonNullable<SnapshotKind<Copy>['stored']> {
  return {
    encode: ({ body, type, headers, fetchedAt, validUntil, via, facts }) => ({
      text: new TextDecoder().decode(body),
      type,
      headers,
      fetchedAt,
      validUntil,
      via,
      facts,
    }),
    decode(stored) {
      const { text, type, headers, ...rest } = stored as {
        text: string
        type: string
        headers: string[]
      } & Copy
      if (isValidTooLong(rest.fetchedAt, rest.validUntil, ttlMs))
        throw new TypeError('it is valid for too long')
      return { ...rest, ...page(text, type, headers) }
    },
  }
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
