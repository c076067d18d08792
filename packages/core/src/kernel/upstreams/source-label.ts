import { type FeedProvider, providerName } from '#kernel/upstreams/providers'

/** The fields of a feed from which its label is built. */
export interface LabelledFeed {
  readonly id: string
  readonly provider: FeedProvider
  readonly label: string
}

/** Returns the provenance label of a feed, such as `NOAA SWPC planetary K index (1 minute)`. */
export function sourceOf({ provider, label }: LabelledFeed, note: string): string {
  return `${providerName(provider)} ${label}${note && ` ${note}`}`
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
