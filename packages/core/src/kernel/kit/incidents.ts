import type { JobName, ServiceEvent, StoreAccess } from '#kernel/kit/events'

/** The end of a job, or a change of the store's availability, in this process. */
export type Incident = (
  | { readonly kind: 'job'; readonly job: JobName; readonly ok: boolean; readonly ms: number }
  | { readonly kind: 'store'; readonly access: StoreAccess; readonly ok: boolean }
) & {
  /** Number of the incident in this process, starting at 1. */
  readonly number: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** Maximum number of incidents kept until they are logged. If there are more, the oldest are dropped. */
const MAX_KEPT = 200

/** Incidents of jobs and the store in this process, kept until they are in the operator's alerts. */
export class Incidents {
  readonly #now: () => number
  #incidents: Incident[] = []
  #last = 0
  #processId: string | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** A random id of this process, created when needed, as some hosts have no random numbers at the start. */
  get processId(): string {
    this.#processId ??= crypto.randomUUID().slice(0, 8)
    return this.#processId
  }

  /** Keeps an event if there are operator alerts for it. */
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

  /** Returns the kept incidents, ascending. */
  list(): readonly Incident[] {
    return this.#incidents
  }

  /** Drops the incidents up to a number, which have been stored. */
  dropUntil(number: number): void {
    this.#incidents = this.#incidents.filter((incident) => incident.number > number)
  }

  #keep(incident: Incident): void {
    this.#last = incident.number
    this.#incidents = [...this.#incidents, incident].slice(-MAX_KEPT)
  }
}
