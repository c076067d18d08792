import * as v from 'valibot'
import { SIGNED_FIELDS } from '#features/signing/fields'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { envelopeOf, parseEnvelope } from '#kernel/endpoint/envelope'
import { JSON_TYPE, type Representation, renderBody, withSignature } from '#kernel/endpoint/representation'
import { once } from '#kernel/kit/memoize'
import { minutes } from '#kernel/kit/time'
import type { SnapshotKind } from '#kernel/storage/cache/snapshot'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import type { UpstreamResponse } from '#kernel/upstreams/upstream'

/** A response of the central instance: its bytes, and its own times in epoch milliseconds. */
export interface Copy extends Representation {
  /** Label of the provider and product; empty in copies stored by an earlier version. */
  readonly source: string
  /** Time at which the central instance fetched the data. */
  readonly pulledAt: number
  /** The same time; for data that it had stored, the time at which the copy was received. */
  readonly fetchedAt: number
  readonly validUntil: number
  /** `Cache-Status` of the response; empty for none. */
  readonly via: string
  /** `ETag` of the response as received, weak or strong; `undefined` for none. */
  readonly tag: string | undefined
  /** Whether `Cache-Control: no-store` forbids storing it. */
  readonly isTransient: boolean
}

/** The request to which a response belongs. */
interface CopyRequest {
  /** Path and query. */
  readonly target: string
  /** Time at which the response was received, in epoch milliseconds. */
  readonly at: number
}

/** Data are not validated, as the central instance may have a newer version. */
const envelope = envelopeOf(v.looseObject({}))

/** Maximum difference between the clocks of the two instances. */
const MAX_CLOCK_SKEW_MS = minutes(5)

/**
 * Parses a 200 of the central instance. Keeps only the body and the headers that the endpoint declares.
 * @throws for another content type, missing or contradictory times, times in the future, and a lifetime
 *   beyond the TTL.
 */
export function parseCopy(
  endpoint: Endpoint,
  { header, body }: UpstreamResponse,
  { target, at }: CopyRequest,
): Copy {
  const required = (name: string) => {
    const value = header(name)
    if (value === null) throw new ShapeError(`the header ${name} is missing`)
    return value
  }
  const type = required('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(endpoint.success.content, type)) throw new ShapeError('unexpected content type')
  const isJson = type === 'application/json'
  const { source, fetched_at, valid_until } = isJson
    ? v.parse(envelope, JSON.parse(body))
    : {
        source: required('x-source'),
        fetched_at: required('x-fetched-at'),
        valid_until: required('x-valid-until'),
      }
  const optional = Object.keys(endpoint.success.optionalHeaders ?? {}).filter((name) => header(name))
  const headers = [...passedHeaders(endpoint), ...optional].flatMap((name) => [name, required(name)])
  const times = { pulledAt: Date.parse(fetched_at), validUntil: Date.parse(valid_until) }
  checkTimes(times, longestTtlMs(endpoint, target), at)
  const isOfStored = isAboutPast(endpoint, target) || isBeyondTtl(times, endpoint.ttlMs)
  const rendered = render(body, isJson ? JSON_TYPE : `${type}; charset=utf-8`, headers, signatureOf(header))
  return {
    ...rendered,
    ...times,
    source,
    fetchedAt: isOfStored ? at : times.pulledAt,
    via: printable(header('cache-status')) ?? '',
    tag: printable(header('etag')),
    isTransient: /(?:^|[\s,])no-store(?:[\s,=]|$)/i.test(header('cache-control') ?? ''),
  }
}

/** Returns the cached copy after a 304: the same bytes with the times and headers of the 304. */
export function confirmCopy(
  endpoint: Endpoint,
  held: Copy,
  { header }: UpstreamResponse,
  requested: CopyRequest,
): Copy {
  const { type, tag, via, body } = held
  // The signature is replaced as a whole or not at all.
  const headers = [...held.headers, ...((signatureOf(header) ? undefined : held.signature) ?? [])]
  const kept = (name: string) => headers.find((_, i) => i % 2 === 1 && headers[i - 1] === name)
  const merged = (name: string) => {
    if (name === 'content-type') return type
    if (name === 'etag') return tag ?? null
    return header(name) ?? (name === 'cache-status' ? via : kept(name)) ?? null
  }
  return parseCopy(endpoint, { status: 200, header: merged, body: new TextDecoder().decode(body) }, requested)
}

/**
 * Returns whether a 304 with this `ETag`, or without one, confirms the copy with this tag, by weak
 * comparison, RFC 9110 section 8.8.3.2.
 */
export function isConfirmed(tag: string | undefined, etag: string | null): boolean {
  return tag !== undefined && (etag === null || opaque(etag) === opaque(tag))
}

/**
 * Encodes copies for the store. Decoding throws for a lifetime beyond the TTL; `onDecoded` receives each
 * copy.
 */
export function storedCopy(
  ttlMs: number | undefined,
  onDecoded: (copy: Copy) => Copy,
): NonNullable<SnapshotKind<Copy>['stored']> {
  return {
    encode: ({ body, type, headers, signature, source, pulledAt, fetchedAt, validUntil, via, tag }) => ({
      text: new TextDecoder().decode(body),
      source,
      type,
      headers,
      signature,
      pulledAt,
      fetchedAt,
      validUntil,
      via,
      tag,
    }),
    decode(stored) {
      const { text, type, headers, signature, fetchedAt, validUntil, via, tag, ...times } =
        stored as StoredCopy
      // Copies of earlier versions have neither another time nor a label.
      const { pulledAt = fetchedAt, source = '' } = times as Partial<Pick<Copy, 'pulledAt' | 'source'>>
      if (isTooLong({ fetchedAt, validUntil }, ttlMs)) throw new TypeError('valid_until exceeds the TTL')
      const rendered = render(text, type, headers, signature)
      return onDecoded({
        ...rendered,
        ...{ source, pulledAt, fetchedAt, validUntil, via, tag, isTransient: false },
      })
    },
  }
}

/** Renders a body as received. The content of its envelope is parsed for the first reader. */
function render(
  text: string,
  type: string,
  headers: readonly string[],
  signature: readonly string[] | undefined,
): Representation {
  const bytes = renderBody(text, type, headers)
  const rendered = signature ? withSignature(bytes, signature) : bytes
  return type === JSON_TYPE ? { ...rendered, served: once(() => parseEnvelope(bytes.body)) } : rendered
}

type StoredCopy = Copy & { readonly text: string }
type Times = Pick<Copy, 'pulledAt' | 'validUntil'>

function checkTimes({ pulledAt, validUntil }: Times, ttlMs: number | undefined, at: number): void {
  if (!(pulledAt <= validUntil)) throw new ShapeError('valid_until is before fetched_at')
  if (pulledAt > at + MAX_CLOCK_SKEW_MS) throw new ShapeError('fetched_at is in the future')
  if (isTooLong({ fetchedAt: at, validUntil }, ttlMs)) throw new ShapeError('valid_until exceeds the TTL')
}

/** Returns the maximum validity of a response. It is about the past only if the query requests that. */
export function longestTtlMs(endpoint: Endpoint, target: string): number | undefined {
  return isAboutPast(endpoint, target) ? endpoint.maxTtlMs : endpoint.ttlMs
}

function isAboutPast({ maxTtlMs }: Endpoint, target: string): boolean {
  return maxTtlMs !== undefined && target.includes('?')
}

/**
 * Returns whether data had been stored for a while: they were fetched longer ago than the validity of such a
 * response.
 */
function isBeyondTtl({ pulledAt, validUntil }: Times, ttlMs = 0): boolean {
  return validUntil > pulledAt + ttlMs
}

/** Limits the time for which a wrong clock at the central instance can keep a copy valid. */
function isTooLong({ fetchedAt, validUntil }: Pick<Copy, 'fetchedAt' | 'validUntil'>, ttlMs = 0): boolean {
  return validUntil > fetchedAt + ttlMs + MAX_CLOCK_SKEW_MS
}

/** Returns the unchanged signature fields of a response; `undefined` unless it has all of them. */
function signatureOf(header: UpstreamResponse['header']): string[] | undefined {
  const fields = SIGNED_FIELDS.flatMap((name) => [name, printable(header(name)) ?? []].flat())
  return fields.length === 2 * SIGNED_FIELDS.length ? fields : undefined
}

/** Returns the names of the headers that an endpoint declares in addition to the common ones. */
function passedHeaders({ success }: Endpoint): string[] {
  return Object.keys(success.headers ?? {})
}

/** Returns a header value if it is safe to repeat; otherwise `undefined`. */
function printable(value: string | null): string | undefined {
  return value !== null && /^[\x20-\x7e]{1,1000}$/.test(value) ? value : undefined
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
