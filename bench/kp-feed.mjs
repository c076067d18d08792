const MINUTE_MS = 60_000

/** A `fetch` that answers NOAA's minute by minute K index of the hour before. */
export async function kpFeed(now = Date.now()) {
  const instants = Array.from({ length: 60 }, (_, i) => new Date(now - (62 - i) * MINUTE_MS))
  const rows = instants.map((at) => ({
    time_tag: at.toISOString().slice(0, 19),
    kp_index: 3,
    estimated_kp: 2.67,
    kp: '3M',
  }))
  return Response.json(rows)
}
