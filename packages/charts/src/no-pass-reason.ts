/** An object of which no pass is listed, as `/v1/passes` has it. */
interface WithoutPasses {
  readonly reason: 'too_low' | 'never_rises' | 'never_sets' | 'not_visible'
  readonly highest_elevation_deg: number | null
}

/** Says in words why no pass of an object is listed: `it rises to 2° at most`. */
export function noPassReason({ reason, highest_elevation_deg: deg }: WithoutPasses): string {
  const height = `${Math.floor(deg ?? 0)}°`
  return {
    too_low: `it rises to ${height} at most`,
    never_rises: 'it does not rise above the horizon',
    never_sets: `it does not set, and stands at ${height} at most`,
    not_visible: 'it is not visible when it passes',
  }[reason]
}
