/** Returns the body of NOAA's 1-minute K index feed for the hour before an instant. */
export function kpBody(at = Date.now()): object[] {
  const instants = Array.from({ length: 60 }, (_, i) => new Date(at - (62 - i) * 60_000))
  return instants.map((each) => ({
    time_tag: each.toISOString().slice(0, 19),
    kp_index: 3,
    estimated_kp: 2.67,
    kp: '3M',
  }))
}
