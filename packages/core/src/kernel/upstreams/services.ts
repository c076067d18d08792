import type { Environment } from '#kernel/kit/environment'
import { Budgets } from '#kernel/upstreams/client/budgets'
import { FeedCircuits } from '#kernel/upstreams/client/circuit-breaker'
import { FilledGaps } from '#kernel/upstreams/client/filled-gaps'
import { ProviderPauses } from '#kernel/upstreams/client/provider-pauses'
import { NewestInstants } from '#kernel/upstreams/client/staleness'
import { UnusableRows } from '#kernel/upstreams/client/unusable-rows'
import { withoutNote } from '#kernel/upstreams/source-label'
import { UpstreamStates } from '#kernel/upstreams/states/upstream-states'
import type { Rows } from '#kernel/upstreams/upstream'

/** Services shared by all requests to providers. */
export interface UpstreamServices {
  readonly states: UpstreamStates
  readonly budgets: Budgets
  readonly pauses: ProviderPauses
  readonly circuits: FeedCircuits
  readonly newest: NewestInstants
  readonly shownNote: ShownNote
  readonly unusableRows: UnusableRows
  readonly filledGaps: FilledGaps
  readonly onRows: OnRows
}

/** Records the rows of a response under the id of their series. Called for every response that has any. */
type OnRows = (seriesId: string, rows: Rows) => Promise<void>

export function createUpstreamServices(environment: Environment, onRows: OnRows): UpstreamServices {
  const { store, settings, now, onError } = environment
  const budgets = new Budgets(environment)
  return {
    states: new UpstreamStates(store, settings.originsId, onError),
    budgets,
    pauses: new ProviderPauses(environment, budgets),
    circuits: new FeedCircuits(now),
    newest: new NewestInstants(),
    shownNote: new ShownNote(settings.sourceNote),
    unusableRows: new UnusableRows(),
    filledGaps: new FilledGaps(),
    onRows,
  }
}

/** Suffix that a sample server adds to every `source` label. */
const SAMPLE = '(sample)'

/**
 * The note about the data that texts and pages show: the note of the instance or, on a mirror, the note in
 * its copies, as a mirror has no note of its own.
 */
class ShownNote {
  /** Such as `(sample)`; may be empty. */
  text: string

  constructor(ofInstance: string) {
    this.text = ofInstance
  }

  /** Copies the note from the `source` label of a copy. */
  copyFrom(source: string): void {
    this.text = withoutNote(source, SAMPLE) === source ? '' : SAMPLE
  }
}
