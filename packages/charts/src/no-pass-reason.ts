/** An object without a listed pass, as in `/v1/passes`. */
interface WithoutPasses {
  readonly reason: 'too_low' | 'never_rises' | 'never_sets' | 'not_visible'
  readonly highest_elevation_deg: number | null
}

/** Formats why no pass of an object is listed: `it rises to 2° at most`. */
export function noPassReason({ reason, highest_elevation_deg: deg }: WithoutPasses): string {
  const height = `${Math.floor(deg ?? 0)}°`
  return {
    too_low: `it rises to ${height} at most`,
    never_rises: 'it does not rise above the horizon',
    never_sets: `it does not set, and reaches ${height} at most`,
    not_visible: 'it is not visible during its passes',
  }[reason]
}
