import type { GenericSchema } from 'valibot'
import type { Context } from '#context'
import type { Answer, Ask } from '#declare/ask'
import type { Page } from '#declare/page'
import type { ProblemCode } from '#problem'
import type { Soon } from '#soon'
import type { Served } from '#store/snapshots'

/** Who may ask: a key with a daily quota, a network with a rate, or, of `open`, anyone without an end. */
export type Access = 'key' | 'reference' | 'public' | 'speedtest' | 'issuance' | 'open'

/** Whether browsers keep a path from the pages of other sites: it sends no CORS, and refuses what they send without asking. */
export function isForOwnSite({ access }: Endpoint): boolean {
  return access === 'issuance'
}

/** One path and method of the interface; all that routes, checks, documents and tests it is read from here. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** Path template with parameters in braces, such as `/v1/objects/{norad_id}`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** Groups paths in the documentation. */
  readonly tag: string
  readonly access: Access
  /** How long an answer is valid, in milliseconds; absent for answers that are never cached. */
  readonly ttlMs?: number
  /** Ids of the upstream feeds that its data come from. */
  readonly upstreams: readonly string[]
  readonly pathParameters: Parameters
  readonly queryParameters: Parameters
  readonly requestBody?: GenericSchema
  readonly success: Success
  /** The codes it may answer with, beyond those that follow from its access, method and parameters. */
  readonly problems: readonly ProblemCode[]
  readonly answer: (call: Call) => Soon<Reply>
}

/** Schemas by parameter name; each takes the decoded text of the request. */
export type Parameters = Readonly<
  Record<string, GenericSchema<string, unknown> | GenericSchema<string | undefined, unknown>>
>

/** What a good answer looks like, for the description of the interface. */
interface Success {
  readonly status: 200 | 204
  readonly description: string
  /** Schema by media type; `null` is a body without one (text, bytes). Empty for no body. */
  readonly content: Readonly<Record<string, GenericSchema | null>>
  /** Headers beyond the common ones, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What an endpoint is given: its checked parameters, the ask itself, and the impure world. */
export interface Call {
  readonly params: Readonly<Record<string, unknown>>
  readonly ask: Ask
  readonly context: Context
  /** When it is asked, in epoch milliseconds. */
  readonly now: number
  /** Whose key it was asked with; absent without one. */
  readonly account?: string | undefined
}

/** A snapshot's page with how it was found, or an answer of its own that is never cached. */
export type Reply = ServedPage | Answer

interface ServedPage extends Served<Page> {
  /** Whether it is counted even if the client has it already. Default false. */
  readonly isCounted?: boolean
}
