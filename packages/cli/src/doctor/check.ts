import type { Exchange, Target } from '#doctor/target'

/** One expectation of the contract. */
export interface Check {
  /** Stable id, such as `freshness.valid-until`. */
  readonly id: string
  /** Clauses of docs/contract.md, such as `C5.3`. */
  readonly clause: string
  /** The expectation in one line. */
  readonly expects: string
  /**
   * Returns the violations; empty if there are none.
   * @throws SkippedCheck if it cannot be decided
   */
  run(target: Target): Promise<readonly string[]>
}

/** Checks of one subject. */
export interface CheckGroup {
  readonly title: string
  readonly checks: readonly Check[]
}

/** The check cannot be decided; the message is the reason. */
export class SkippedCheck extends Error {}

/**
 * Runs `validate` on each exchange and returns its messages, each with the request. Skips responses of the
 * rate limit, which another run within the same minute may have used up.
 * @throws SkippedCheck if the limit rejects all requests
 */
export function failures(
  exchanges: readonly Exchange[],
  validate: (exchange: Exchange) => string | undefined,
): string[] {
  const decided = exchanges.filter(({ status, json }) => {
    return status !== 429 || getMember(json, 'error') !== 'rate_limited'
  })
  if (decided.length === 0) exchanges.map(expectOk)
  return failuresOfAll(decided, validate)
}

/** Runs `validate` on each exchange, including the rate-limited ones. */
export function failuresOfAll(
  exchanges: readonly Exchange[],
  validate: (exchange: Exchange) => string | undefined,
): string[] {
  return exchanges.flatMap((exchange) => {
    const message = validate(exchange)
    return message === undefined ? [] : [`${exchange.method} ${exchange.path}: ${message}`]
  })
}

/**
 * Expects an error with this status and code. Skips responses of rate limits and of a failing store.
 * @throws SkippedCheck if these are the only responses
 */
export function refusals(exchanges: readonly Exchange[], status: number, code: string): string[] {
  const decided = exchanges.filter((exchange) => exchange.status !== 429 && exchange.status !== 503)
  if (decided.length === 0) exchanges.map(expectOk)
  return failures(decided, (exchange) => {
    const given = getMember(exchange.json, 'error')
    if (exchange.status !== status) return `${exchange.status}, expected ${status} ${code}`
    return given === code ? undefined : `${JSON.stringify(given)}, expected "${code}"`
  })
}

/**
 * Returns the exchange if its status is 200.
 * @throws SkippedCheck with status and error code otherwise
 */
export function expectOk(exchange: Exchange): Exchange {
  if (exchange.status === 200) return exchange
  const code = getMember(exchange.json, 'error')
  throw new SkippedCheck(
    `${exchange.path} returned ${exchange.status}${typeof code === 'string' ? ` ${code}` : ''}`,
  )
}

/** Returns a member of a value that may be an object. */
export function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Returns a list in `data`, or an empty one. */
export function getList({ json }: Exchange, name: string): readonly unknown[] {
  const list = getMember(getMember(json, 'data'), name)
  return Array.isArray(list) ? list : []
}

/** Splits the lower-case value of a header that is a list. */
export function splitHeader({ headers }: Exchange, name: string): string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
}
