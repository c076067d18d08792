import { type FeedProvider, providerName } from '#kernel/upstreams/providers'

/** The fields of a feed from which its label is built. */
export interface LabelledFeed {
  readonly id: string
  readonly provider: FeedProvider
  readonly label: string
  readonly credit?: string | undefined
}

/** Returns the provenance label of a feed, such as `NOAA SWPC planetary K index (1 minute)`. */
export function sourceOf({ provider, label, credit }: LabelledFeed, note: string): string {
  return withNote(`${providerName(provider)} ${label}${credit ? ` (${credit})` : ''}`, note)
}

/** Returns a label with the note of an instance behind it, such as `NOAA SWPC (sample)`. */
export function withNote(label: string, note: string): string {
  return note ? `${label} ${note}` : label
}

/** Returns a label without the note that `withNote` added. */
export function withoutNote(label: string, note: string): string {
  return note && label.endsWith(` ${note}`) ? label.slice(0, -note.length - 1) : label
}

/** Returns the note that `withNote` added to a label. */
export function noteIn(noted: string, label: string): string {
  return noted.slice(label.length + 1)
}

const SEPARATOR = '; '

/** Returns labels as one, each once. */
export function joinLabels(labels: Iterable<string>): string {
  return [...new Set(labels)].join(SEPARATOR)
}

/** Returns the labels that `joinLabels` joined. */
export function splitLabels(label: string): string[] {
  return label.split(SEPARATOR)
}
