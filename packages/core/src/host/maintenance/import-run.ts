import type { ShellImports } from '#host/maintenance/import-shells'
import type { Context } from '#kit/context'

/** An import in progress: what it was asked for, and what has become of the records so far. */
export interface ImportRun {
  readonly context: Context
  /** Whether to replace existing keys and webhooks that differ. */
  readonly overwrite: boolean
  readonly shells: ShellImports
  readonly keys: Outcomes
  readonly webhooks: Outcomes
  /** Ids of existing records that differ and were not changed. */
  readonly conflicts: string[]
  /** Adds a step that follows once all records are written. */
  later(step: () => Promise<void>): void
}

/** How many records did not exist, and how many were replaced. */
interface Outcomes {
  created: number
  overwritten: number
}
