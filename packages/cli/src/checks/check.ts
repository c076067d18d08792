import { problems } from '@space-data/core'
import type { Exchange, Target } from '#checks/target'

/** One expectation of the contract. */
export interface Check {
  /** Stable id, such as `freshness.valid-until`. */
  readonly id: string
  /** Clauses of docs/contract.md, such as `C5.3`. */
  readonly clause: string
  /** The expectation in one line. */
  readonly expects: string
  /**
   * Returns the violations.
   * @throws SkippedCheck if it cannot be decided
   */
  run(target: Target): Promise<readonly Violation[]> | readonly Violation[]
}

/** Checks of one subject. */
export interface CheckGroup {
  readonly title: string
  readonly checks: readonly Check[]
}

export interface Violation {
  readonly exchange: Exchange
  /** The wrong part of the response: `status`, `body` or a lower-case header name. */
  readonly aspect: string
  readonly message: string
}

/** The check cannot be decided; the message is the reason. */
export class SkippedCheck extends Error {}

/** Runs `validate` on each exchange and returns a violation for each message. */
export function violations(
  exchanges: readonly Exchange[],
  aspect: string,
  validate: (exchange: Exchange) => string | undefined,
): Violation[] {
  return exchanges.flatMap((exchange) => {
    const message = validate(exchange)
    return message === undefined ? [] : [{ exchange, aspect, message }]
  })
}

/**
 * Expects an error with this status and code.
 * @throws SkippedCheck if a rate limit or the store responded instead
 */
export function errorViolations(exchange: Exchange, status: number, code: string): Violation[] {
  if (exchange.status === 429 || exchange.status === 503) {
    throw new SkippedCheck(
      `${exchange.path} responds ${exchange.status} ${getMember(exchange.json, 'error')}`,
    )
  }
  if (exchange.status !== status)
    return [{ exchange, aspect: 'status', message: `${exchange.status}, expected ${status}` }]
  const given = getMember(exchange.json, 'error')
  if (given === code || !isKnownCode(given)) return []
  return [{ exchange, aspect: 'body', message: `${JSON.stringify(given)}, expected "${code}"` }]
}

/** Unknown codes are reported by the check `errors.codes`. */
function isKnownCode(code: unknown): code is string {
  return typeof code === 'string' && Object.hasOwn(CODES, code)
}

/** Status by error code: all that this version of the service has. */
export const CODES: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(problems).map(([code, { status }]) => [code, status]),
)

/** Returns a member of a value that may be an object. */
export function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function memberNames(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
}

/** Describes the differences of two lists, regardless of order. */
export function describeDifferences(
  given: readonly string[],
  expected: readonly string[],
): string | undefined {
  const missing = expected.filter((name) => !given.includes(name))
  const extra = given.filter((name) => !expected.includes(name))
  const parts = [
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`with ${extra.join(', ')}`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}
