import { part } from '#features/space-weather/current/part'
import { arrivals } from '#features/space-weather/events/arrivals'
import { instant, orNull, quantity } from '#kernel/endpoint/schemas'

/** The next arrival of a coronal mass ejection, in the overview of the space weather. */
export const nextArrival = part(
  'CurrentArrival',
  arrivals,
  {
    arrival_time: orNull(
      instant(
        'Predicted arrival of the shock at Earth; null if none is predicted',
        '2026-11-22T18:00:00.000Z',
      ),
    ),
    kp_max: orNull(quantity('Highest predicted planetary K index', 8, 0, 9)),
  },
  ({ arrivals: list, as_of, source }, now) => {
    const next = list.find(({ arrival_time }) => Date.parse(arrival_time) > now)
    return { arrival_time: next?.arrival_time ?? null, kp_max: next?.kp_max ?? null, as_of, source }
  },
)
