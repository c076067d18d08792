import { rounded } from '#catalogue/elements/element-set'
import { moonPhase } from '#catalogue/orbit/moon'
import { placeOf } from '#catalogue/sky/place-parameters'
import type { Computed } from '#catalogue/sky/sky-endpoint'
import { type Day, moonDay, sunDay, type Twilight } from '#catalogue/sky/sun-and-moon'
import { PHASES, type SunMoonData } from '#catalogue/sky/sun-moon-schemas'
import type { Context, EndpointCall } from '#endpoint/endpoint'
import { days, hours, iso, nextUtcMidnight } from '#kit/time'

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
