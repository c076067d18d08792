import { type Html, html } from '#pages/html'

/** The note of `--sample`, which few would understand as it stands. */
const SAMPLE = '(sample)'

/** One line on what every source is marked with, so that nobody takes stand-ins for providers; nothing where nothing is. */
export function sourceBanner(note: string): Html | null {
  if (note === '') return null
  return html`<p class="banner">${note === SAMPLE ? 'Sample data from simulated providers' : note}</p>`
}
