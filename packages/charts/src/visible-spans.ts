const MIN_MS = 60_000

/** Returns the spans in which an object is visible for a minute or longer; nobody notices a shorter one. */
export function longSpans<Span extends { readonly start: At; readonly end: At }>(
  visible: readonly Span[],
): Span[] {
  return visible.filter(({ start, end }) => Date.parse(end.at) - Date.parse(start.at) >= MIN_MS)
}

interface At {
  /** ISO 8601. */
  readonly at: string
}
