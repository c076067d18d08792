/** A UTC date, such as `2027-02-28`. Changes take effect at 00:00 UTC. */
type UtcDate = `${number}-${number}-${number}`

/** A release. Its date is `null` until it is published. */
interface Release {
  readonly version: string
  readonly date: UtcDate | null
}

/** Dates from which an operation is deprecated and removed. */
interface Deprecation {
  /** Date from which clients should use its successor. May be in the future. */
  readonly from: UtcDate
  /**
   * Date from which it responds with 410 `gone`: at least six calendar months after `from`. Absent while
   * undecided.
   */
  readonly sunset?: UtcDate
  /** Path of the replacement, with the same parameters. */
  readonly successor?: string
}

/** Publication, deprecation and removal of one operation of the API. */
export interface Publication {
  readonly since: Release
  readonly deprecation?: Deprecation
}

/** Publication of every current and former operation, by method and path. */
export type Publications = Readonly<Record<`${Method} /${string}`, Publication>>

/** A method that an operation may have. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
