import type { ProblemCode } from '#problem'
import type { Reading, SeriesId } from '#store/readings'
import type { AskedId } from '#upstreams/providers'

/**
 * One feed of one provider, as data: where it is, what we insist it looks like, how old it may be.
 * `Params` is what the feed must be told (`unknown` for the most, which need nothing); `Value` is what its parser makes of the body.
 */
export interface Upstream<Params, Value> {
  /** Names the feed at `/status`, such as `swpc-kp-1m`. */
  readonly id: string
  readonly provider: AskedId
  /** The provenance label that answers carry as `source`. */
  readonly label: string
  /** Path and query below the provider's origin; `at` is the instant of asking in epoch milliseconds. */
  readonly target: (params: Params, at: number) => string
  /** How its requests are sent, where not by the host's `fetch`. */
  readonly send?: (url: string, init: RequestInit) => Promise<Response>
  /** Parameters for which the feed must always have an answer: what the weekly check asks. */
  readonly probe: Params
  /**
   * Makes a value of the decoded body, or throws; `at` is the instant of asking in epoch milliseconds. `tell` is given the
   * history of `series` that the body holds, if any.
   */
  readonly parse: (body: string, at: number, tell?: TellHistory) => Value
  /** The values of which its bodies hold a history. */
  readonly series?: SeriesId
  /** Epoch milliseconds of the newest instant the value refers to, or `null` when it carries none. */
  readonly newest: (value: Value) => number | null
  /**
   * Whether the value is an older copy of the feed than the one that is held, as of the instant of asking in epoch
   * milliseconds: the newer one is then kept. Absent where nothing tells, as in a list that entries leave again, and where a
   * time does (`currentMs`).
   */
  readonly isOlder?: (value: Value, than: Value, at: number) => boolean
  /**
   * Says what speaks against a body that can be read, beside the copy held if there is one: that it has lost a part of itself.
   * It is taken once the next fetch says the same.
   */
  readonly doubtOf?: (value: Value, held: Value | undefined) => Doubt | undefined
  /**
   * How old its newest value may be and still be given as current, in milliseconds; absent where age tells nothing, as of
   * a list.
   */
  readonly currentMs?: number
  /** How often the provider renews the feed, in milliseconds; a value three times older than that is late. */
  readonly cadenceMs: number
  /** How long its last good value is used, in milliseconds; default: as long as the answers of the paths that ask it are valid. */
  readonly heldMs?: number
  /** Greatest decoded body in bytes; default 4 MiB. */
  readonly maxBytes?: number
  /** Greatest time for the whole answer in milliseconds; default 10 s. */
  readonly deadlineMs?: number
  /** Asked when this feed fails or is late; its value has the same meaning. */
  readonly fallback?: Upstream<Params, Value>
  /** How often the provider lets us ask. */
  readonly budgets?: (params: Params) => readonly Budget[]
  /** How the provider says things that a status alone does not; default: 200 is good, all else is a failure. */
  readonly reading?: (answer: UpstreamAnswer) => UpstreamVerdict | undefined
  /** The Problem that `absent` becomes; default `object_not_found`. */
  readonly absentAs?: ProblemCode
}

/** Is told the readings of a body once, in any order. */
export type TellHistory = (readings: readonly Reading[]) => void

/** Why a body is not taken at once, in words of our own, and the figures by which the next is found to say the same. */
export interface Doubt {
  readonly words: string
  readonly figures: readonly number[]
}

/** At most `calls` in any span of `perMs`, across all processes that share the store. */
export interface Budget {
  readonly name: string
  readonly calls: number
  readonly perMs: number
}

export interface UpstreamAnswer {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly body: string
}

/** `not-modified`: the copy we hold is verified. `absent`: it does not exist. `stop`: ask this provider nothing for `forMs`. */
export type UpstreamVerdict =
  | { readonly is: 'not-modified' }
  | { readonly is: 'absent' }
  | { readonly is: 'stop'; readonly forMs: number; readonly because?: string }

/** What a pull gives: the value, its provenance, and when the upstream gave or confirmed it. */
export interface Pulled<Value> {
  readonly value: Value
  /** Id of the feed that answered: the one asked, or a fallback. */
  readonly feed: string
  readonly source: string
  readonly fetchedAt: number
}

/** A feed of measurements, of which only the newest counts, and that only while it is current. */
export type Measured<Value> = Upstream<unknown, Value> & { readonly currentMs: number }

export function upstream<Params, Value>(declaration: Upstream<Params, Value>): Upstream<Params, Value> {
  return declaration
}

/** The same of measurements: it says how long a value of it is current. */
export function measured<Value>(declaration: Measured<Value>): Measured<Value> {
  return declaration
}
