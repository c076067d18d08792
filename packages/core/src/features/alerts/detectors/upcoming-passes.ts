import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import type { ComputedPasses, PassWatch } from '#features/alerts/pass-watch'
import { passUpcoming } from '#features/alerts/types/sky'
import type { ListedPass } from '#features/passes/pass-schemas'
import { days, iso, minutes } from '#kernel/kit/time'

/**
 * Newer elements change the time of a pass by seconds, or by minutes after a manoeuvre. The next pass is an
 * hour away.
 */
const MOVED_MS = minutes(15)

/** A watch with the passes that meet its conditions. */
export interface WatchedPasses extends ComputedPasses {
  readonly watch: PassWatch
}

/**
 * End of the time, in epoch milliseconds and by subject, in which a rise belongs to the pass that was
 * reported last.
 */
type State = Readonly<Record<string, number>>

/**
 * Finds objects that are about to rise over locations, each pass once, for the watches in a shard of
 * subjects.
 */
export function upcomingPasses(shard: number): Detector<State, readonly WatchedPasses[]> {
  return {
    id: `passes-${shard}`,
    initial: {},
    detect(before, watched, now) {
      const alerts: AlertFacts[] = []
      const state = Object.fromEntries(Object.entries(before).filter(([, until]) => until > now))
      for (const each of watched) {
        const { subject, minutesBefore } = each.watch
        for (const pass of each.passes) {
          const { rise } = pass
          if (!rise) continue
          const riseAt = Date.parse(rise.at)
          const dueAt = riseAt - minutes(minutesBefore)
          if (now < dueAt || now > riseAt || riseAt <= (state[subject] ?? 0)) continue
          alerts.push(alertOf(each, { ...pass, rise }, dueAt))
          const endsAt = pass.set ? Date.parse(pass.set.at) : riseAt + days(1)
          state[subject] = endsAt + MOVED_MS
        }
      }
      return { state, alerts }
    },
  }
}

type RisingPass = ListedPass & { readonly rise: NonNullable<ListedPass['rise']> }

function alertOf({ watch, at: computedAt, source }: WatchedPasses, pass: RisingPass, at: number) {
  const { subject, noradId, place, minElevationDeg, minutesBefore, onlyVisible } = watch
  const { latitudeDeg: latitude_deg, longitudeDeg: longitude_deg } = place
  const data = {
    ...pass,
    ...{ latitude_deg, longitude_deg },
    min_elevation_deg: minElevationDeg,
    minutes_before: minutesBefore,
    only_visible: onlyVisible,
    observed_at: iso(computedAt),
    source,
    url: `/v1/objects/${noradId}/passes?latitude=${latitude_deg}&longitude=${longitude_deg}`,
  }
  return factsOf(passUpcoming, { subject, at, data })
}
