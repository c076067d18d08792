import type { Day } from '#kernel/accounts/quota/day'
import type { Environment } from '#kernel/kit/environment'

/** Reports, once per day and process, that the limit of the service is reached. */
export class IssuanceCap {
  readonly #environment: Environment
  #reportedDay: string | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Keys are being harvested, or the service has more users than expected. */
  reached(limit: number, { name }: Day): void {
    const { onEvent, onError } = this.#environment
    onEvent({ type: 'issuance_capped' })
    if (this.#reportedDay === name) return
    this.#reportedDay = name
    onError(
      new Error(
        `All ${limit} free keys for ${name} (UTC) have been issued; the next can be issued after midnight. ` +
          'Check who requests them, or raise limits.issuance_per_day.',
      ),
    )
  }
}
