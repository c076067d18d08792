import type { Content } from '#features/shared/page/html'

/** Content of the status page about a feature. */
export interface ShownHealth {
  /** Its line in the list of jobs. */
  readonly line?: { readonly name: string; readonly words: Content }
  /** Its current problem, if it has one. */
  readonly problem?: HealthProblem
  /** Milliseconds after which the line changes. */
  readonly validMs?: number
}

/** A problem that degrades the service. */
export interface HealthProblem {
  readonly title: string
  /** Headline of the page, if nothing else fails. */
  readonly headline?: string
  /** Description of the problem and its start. */
  readonly what: Content
  /** The data that are still served. */
  readonly effect: Content
}
