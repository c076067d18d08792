/** Suffix that a sample server adds to every `source` label. */
const SAMPLE = '(sample)'

/**
 * The note about the data that texts and pages show: the note of the instance or, on a mirror, the note in
 * its copies, as a mirror has no note of its own.
 */
export class ShownNote {
  /** Such as `(sample)`; may be empty. */
  text: string

  constructor(ofInstance: string) {
    this.text = ofInstance
  }

  /** Copies the note from the `source` label of a copy. */
  copyFrom(source: string): void {
    this.text = source.endsWith(SAMPLE) ? SAMPLE : ''
  }
}
