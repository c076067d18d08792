/** Another process is at it; the message says who and since when. */
export class JobBusy extends Error {
  override readonly name = 'JobBusy'
  /** Who runs the job, as that process calls itself. */
  readonly who: string
  /** Since when, ISO 8601 UTC. */
  readonly since: string

  constructor({ who, since }: { readonly who: string; readonly since: string }) {
    super(`the job is being run by ${who} since ${since}`)
    this.who = who
    this.since = since
  }
}

/** The job was held up for so long that another process may have begun it anew: it has changed nothing. */
export class JobSuperseded extends Error {
  override readonly name = 'JobSuperseded'
  override readonly message = 'the job lost its lease while it was held up, and gave way'
}

/** The job will not do what it was asked to do; the message says why, and nothing was changed. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused'
}
