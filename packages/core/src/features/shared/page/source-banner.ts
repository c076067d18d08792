import { type Html, html } from '#features/shared/page/html'

/** The source note of `--sample`, replaced by a full sentence. */
const SAMPLE = '(sample)'

/** Renders a notice of simulated data, or the operator's own source note; `null` without a note. */
export function sourceBanner(note: string): Html | null {
  if (note === '') return null
  return html`<p class="banner">${note === SAMPLE ? 'Sample data from simulated providers' : note}</p>`
}
