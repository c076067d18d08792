/** A UTC date, such as `2027-02-28`; what happens on it happens at 00:00 UTC. */
type UtcDate = `${number}-${number}-${number}`

/** A release; its date is `null` until it is made. */
interface Release {
  readonly version: string
  readonly date: UtcDate | null
}

/** When an operation is no longer recommended, and when it is removed. */
interface Deprecation {
  /** From when clients should use its successor. May be in the future. */
  readonly from: UtcDate
  /**
   * From when it is 410 `gone`: at least six calendar months after `from`. Absent while it is not decided.
   */
  readonly sunset?: UtcDate
  /** Path that replaces it, with the same parameters as its own. */
  readonly successor?: string
}

/** The life of one operation of the interface. */
export interface Publication {
  readonly since: Release
  readonly deprecation?: Deprecation
}

/** The life of every operation there is or was, by method and path. */
export type Publications = Readonly<Record<`${Method} /${string}`, Publication>>

/** A method that an operation may have. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
