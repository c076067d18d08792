import type { Exchange, Patient } from '#doctor/patient'

/** One thing that must be so. */
export interface Check {
  /** Stable name, such as `freshness.valid-until`. */
  readonly id: string
  /** Where it is written: a section of the specification, or of the decisions that fill its silences. */
  readonly clause: string
  /** What must be so, in one line. */
  readonly holds: string
  /** What is not so; throws NotChecked when it cannot be told. */
  look(patient: Patient): Promise<readonly Breach[]> | readonly Breach[]
}

/** Checks of one subject. */
export interface Chapter {
  readonly title: string
  readonly checks: readonly Check[]
}

export interface Breach {
  readonly exchange: Exchange
  /** The part of the answer that is wrong: `status`, `body` or the lower-case name of a header. */
  readonly aspect: string
  readonly words: string
}

/** Why a check could not be made. */
export class NotChecked extends Error {}

/** The answers that have a fault, each with what it is. */
export function faults(
  exchanges: readonly Exchange[],
  aspect: string,
  faultOf: (exchange: Exchange) => string | undefined,
): Breach[] {
  return exchanges.flatMap((exchange) => {
    const words = faultOf(exchange)
    return words === undefined ? [] : [{ exchange, aspect, words }]
  })
}

/** The answer is an error of this status and code; NotChecked when a limit or the store came first. */
export function faultOfError(exchange: Exchange, status: number, code: string): Breach[] {
  if (exchange.status === 429 || exchange.status === 503) {
    throw new NotChecked(`${exchange.path} answers ${exchange.status} ${member(exchange.json, 'error')}`)
  }
  if (exchange.status !== status)
    return [{ exchange, aspect: 'status', words: `${exchange.status}, not ${status}` }]
  const given = member(exchange.json, 'error')
  if (given === code || !isKnownCode(given)) return []
  return [{ exchange, aspect: 'body', words: `${JSON.stringify(given)}, not "${code}"` }]
}

/** Codes that are none at all are for the check of the codes to name. */
function isKnownCode(code: unknown): code is string {
  return typeof code === 'string' && Object.hasOwn(CODES, code)
}

/** DECISIONS 6: every code with its status. */
export const CODES: Readonly<Record<string, number>> = {
  invalid_parameter: 400,
  invalid_body: 400,
  malformed_request: 400,
  missing_key: 401,
  invalid_key: 401,
  expired_key: 401,
  cross_site_refused: 403,
  not_found: 404,
  object_not_found: 404,
  group_not_found: 404,
  shell_not_populated: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  rate_limited: 429,
  key_issuance_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  upstream_invalid: 502,
  upstream_unavailable: 503,
  upstream_stale: 503,
  store_unavailable: 503,
  loop_detected: 508,
}

/** A member of what may be an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function membersOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
}

/** Two lists of names, whatever their order. */
export function differences(given: readonly string[], expected: readonly string[]): string | undefined {
  const missing = expected.filter((name) => !given.includes(name))
  const extra = given.filter((name) => !expected.includes(name))
  const words = [
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`with ${extra.join(', ')}`] : []),
  ]
  return words.length > 0 ? words.join(', ') : undefined
}
