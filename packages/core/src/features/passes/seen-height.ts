import type { ListedPass } from '#features/passes/pass-schemas'

/** Height at which an object is visible in a pass. */
export interface SeenHeight {
  readonly elevationDeg: number
  /**
   * Azimuth at that height; `null` if the object is highest while it is in the shadow of the Earth or by day.
   */
  readonly azimuthDeg: number | null
}

/**
 * Returns the height of an object while it is visible or, in a pass that is not visible, its greatest height.
 */
export function seenHeightOf({ highest, visible }: Pick<ListedPass, 'highest' | 'visible'>): SeenHeight {
  const at = Date.parse(highest.at)
  const isSeenThere = ({ start, end }: ListedPass['visible'][number]) =>
    Date.parse(start.at) <= at && at <= Date.parse(end.at)
  if (visible.length === 0 || visible.some(isSeenThere))
    return { elevationDeg: highest.elevation_deg, azimuthDeg: highest.azimuth_deg }
  const heights = visible.map(({ highest_elevation_deg }) => highest_elevation_deg)
  return { elevationDeg: Math.max(...heights), azimuthDeg: null }
}
