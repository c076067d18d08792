/** What a server of the sample adds to every `source` label. */
const SAMPLE = '(sample)'

/**
 * The note about the data that texts and pages show: that of the instance, and on a mirror what its copies
 * say, since a mirror has no note of its own.
 */
export class ShownNote {
  /** Such as `(sample)`; empty for none. */
  text: string

  constructor(ofInstance: string) {
    this.text = ofInstance
  }

  /** Takes over the note of the `source` label of a copy. */
  copyFrom(source: string): void {
    this.text = source.endsWith(SAMPLE) ? SAMPLE : ''
  }
}
