import type { JobName, ServiceEvent, StoreAccess } from '#kit/events'

/** The end of a job, or a change of the store, in this process. */
export type Incident = (
  | { readonly kind: 'job'; readonly job: JobName; readonly ok: boolean; readonly ms: number }
  | { readonly kind: 'store'; readonly access: StoreAccess; readonly ok: boolean }
) & {
  /** From 1, in this process. */
  readonly number: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** Incidents kept until they are logged; of more, the oldest are dropped. */
const MAX_KEPT = 200

/** What has happened to jobs and the store in this process, until the operator's alerts have it. */
export class Incidents {
  readonly #now: () => number
  #incidents: Incident[] = []
  #last = 0
  #processId: string | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** A random id of this process, made when needed: some hosts have no random numbers at the start. */
  get processId(): string {
    this.#processId ??= crypto.randomUUID().slice(0, 8)
    return this.#processId
  }

  /** Keeps an event if operators want alerts of it. */
  record(event: ServiceEvent): void {
    const number = this.#last + 1
    const at = this.#now()
    if (event.type === 'job' && event.job !== 'alerts') {
      const { job, ok, ms } = event
      this.#keep({ kind: 'job', job, ok, ms, number, at })
    } else if (event.type === 'store_failed' || event.type === 'store_back') {
      this.#keep({ kind: 'store', access: event.access, ok: event.type === 'store_back', number, at })
    }
  }

  /** Returns the incidents that are kept, ascending. */
  list(): readonly Incident[] {
    return this.#incidents
  }

  /** Drops the incidents up to a number: they are stored. */
  dropUntil(number: number): void {
    this.#incidents = this.#incidents.filter((incident) => incident.number > number)
  }

  #keep(incident: Incident): void {
    this.#last = incident.number
    this.#incidents = [...this.#incidents, incident].slice(-MAX_KEPT)
  }
}
