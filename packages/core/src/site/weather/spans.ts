/** The time spans of the plots. */
export const SPANS = ['24h', '7d', '27d'] as const

export type Span = (typeof SPANS)[number]

/** Length of each span, in days. */
export const SPAN_DAYS: Readonly<Record<Span, number>> = { '24h': 1, '7d': 7, '27d': 27 }
