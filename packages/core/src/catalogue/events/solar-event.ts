/** The kinds of events, as `kind` carries them. */
export const eventKindNames = ['cme', 'flare', 'sep'] as const

export type EventKind = (typeof eventKindNames)[number]

/** An event on the Sun. Fields that do not apply to its kind, or are unknown, are `null` or empty. */
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

/** Arrival of a coronal mass ejection at Earth, as predicted by the latest model run. */
export interface EarthImpact {
  readonly arrival_time: string
  readonly glancing: boolean
  readonly kp_max: number | null
}

/** Creates an event with all fields in the published order. */
export function createSolarEvent(
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

/** Returns a flare class such as `M1.1`; `null` for anything else. */
export function parseFlareClass(value: unknown): string | null {
  return typeof value === 'string' && /^[ABCMX]\d+(\.\d+)?$/.test(value) ? value : null
}
