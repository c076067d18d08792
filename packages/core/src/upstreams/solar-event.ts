export const eventKindNames = ['cme', 'flare', 'sep'] as const

export type EventKind = (typeof eventKindNames)[number]

/** One event on the Sun or its arrival; what does not apply to its kind, or is not known, is `null` or empty. */
export interface SolarEvent {
  readonly id: string
  readonly kind: EventKind
  readonly start_time: string
  readonly peak_time: string | null
  readonly end_time: string | null
  readonly flare_class: string | null
  readonly source_location: string | null
  readonly active_region: number | null
  readonly speed_km_s: number | null
  readonly half_angle_deg: number | null
  readonly latitude_deg: number | null
  readonly longitude_deg: number | null
  readonly earth_impact: EarthImpact | null
  readonly linked_event_ids: string[]
  readonly instruments: string[]
  readonly url: string | null
}

/** What the latest model run, when it reaches Earth, says of a coronal mass ejection. */
export interface EarthImpact {
  readonly arrival_time: string
  readonly glancing: boolean
  readonly kp_max: number | null
}

/** An event with all its members in the published order, of which only some are known. */
export function solarEvent(
  id: string,
  kind: EventKind,
  start_time: string,
  known: Partial<Omit<SolarEvent, 'id' | 'kind' | 'start_time'>>,
): SolarEvent {
  return {
    id,
    kind,
    start_time,
    peak_time: null,
    end_time: null,
    flare_class: null,
    source_location: null,
    active_region: null,
    speed_km_s: null,
    half_angle_deg: null,
    latitude_deg: null,
    longitude_deg: null,
    earth_impact: null,
    linked_event_ids: [],
    instruments: [],
    url: null,
    ...known,
  }
}

/** A flare class such as `M1.1`, or `null`. */
export function flareClassIn(value: unknown): string | null {
  return typeof value === 'string' && /^[ABCMX]\d+(\.\d+)?$/.test(value) ? value : null
}
