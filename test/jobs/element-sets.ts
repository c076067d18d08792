import type { ElementSet } from '../../packages/core/src/orbit/element-set.ts'
import { iso } from '../../packages/core/src/time.ts'

/** Element sets of made-up objects on circular orbits from 400 km up, by number from `first` on. */
export function elementSets(count: number, epochAt: number, first = 100_000): ElementSet[] {
  return Array.from({ length: count }, (_, i) => elementSet(first + i, epochAt))
}

export function elementSet(norad_id: number, epochAt: number): ElementSet {
  const axis = 6_378.137 + 400 + (norad_id % 1_500)
  return {
    norad_id,
    name: norad_id % 3 === 0 ? `FENGYUN ${norad_id} DEB` : `SAT ${norad_id}`,
    international_designator: `2020-001${String.fromCharCode(65 + (norad_id % 26))}`,
    epoch: iso(epochAt),
    mean_motion_rev_per_day: (Math.sqrt(398_600.4418 / axis ** 3) * 86_400) / (2 * Math.PI),
    eccentricity: 0.001,
    inclination_deg: 20 + (norad_id % 90),
    raan_deg: (norad_id * 37) % 360,
    arg_of_pericenter_deg: 10,
    mean_anomaly_deg: (norad_id * 113) % 360,
    bstar_per_earth_radius: 0,
    mean_motion_dot_rev_per_day2: 0,
    mean_motion_ddot_rev_per_day3: 0,
    element_set_no: 999,
    rev_at_epoch: 1,
    classification: 'U',
    ephemeris_type: 0,
  }
}
