import { rounded } from '#features/objects/elements/element-set'
import { moonPhase } from '#features/objects/orbit/moon'
import { placeOf } from '#features/passes/place-parameters'
import type { Computed } from '#features/passes/sky-endpoint'
import { type Day, moonDay, sunDay, type Twilight } from '#features/passes/sun-and-moon'
import { PHASES, type SunMoonData } from '#features/passes/sun-moon-schemas'
import type { Context, EndpointCall } from '#kernel/endpoint/endpoint'
import { days, hours, iso, nextUtcMidnight } from '#kernel/kit/time'

/** Computes Sun and Moon at a location, from checked parameters. */
export async function computeSunMoon(
  params: EndpointCall['params'],
  context: Context,
): Promise<Computed<SunMoonData>> {
  const now = context.now()
  const { date } = params
  const from = typeof date === 'string' ? Date.parse(date) : nextUtcMidnight(now) - days(1)
  const to = from + days(1)
  const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
  const [sun, moon, phase] = [sunDay(place, from, to), moonDay(place, from, to), moonPhase(from)]
  const { civil, nautical, astronomical } = sun.twilights
  const source = 'Space-Data'
  return {
    data: {
      latitude_deg: place.latitudeDeg,
      longitude_deg: place.longitudeDeg,
      from: iso(from),
      to: iso(to),
      sun: {
        ...toDay(sun),
        civil_twilight: toTwilight(civil),
        nautical_twilight: toTwilight(nautical),
        astronomical_twilight: toTwilight(astronomical),
      },
      moon: {
        ...toDay(moon),
        illuminated: rounded(phase.illuminated),
        elongation_deg: rounded(phase.elongationDeg) % 360,
        phase: PHASES[Math.round(phase.elongationDeg / 45) % 8] ?? 'new',
      },
      as_of: iso(from),
      source,
    },
    source,
    fetchedAt: now,
    validUntil: date === undefined ? Math.min(now + hours(1), to) : now + hours(1),
  }
}

function toDay({ rise, set, highestAt, highestDeg, lowestDeg }: Day) {
  return {
    rise: toInstant(rise),
    set: toInstant(set),
    highest_at: iso(toSecond(highestAt)),
    highest_elevation_deg: rounded(highestDeg),
    lowest_elevation_deg: rounded(lowestDeg),
  }
}

function toTwilight({ dawn, dusk }: Twilight) {
  return { dawn: toInstant(dawn), dusk: toInstant(dusk) }
}

function toInstant(at: number | null): string | null {
  return at === null ? null : iso(toSecond(at))
}

function toSecond(at: number): number {
  return Math.round(at / 1_000) * 1_000
}
