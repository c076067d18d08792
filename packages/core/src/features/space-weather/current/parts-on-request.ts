import { absorptionGrid } from '#features/space-weather/absorption/absorption-grid'
import { highestAhead, outlook } from '#features/space-weather/bulletins/outlook'
import { dated, part, picked } from '#features/space-weather/current/part'
import { kpGfz } from '#features/space-weather/kp/kp-gfz'
import { probabilities } from '#features/space-weather/solar/probabilities'
import { byArea, regions } from '#features/space-weather/solar/regions'
import { count, date, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

const percent = (description: string, example: number) => orNull(quantity(description, example, 0, 100))

/**
 * Parts of the overview that are included only when a client requests them by name, so that the default
 * response stays within 2 kB.
 */
export const partsOnRequest = {
  absorption: picked('CurrentAbsorption', absorptionGrid, {
    highest_mhz: quantity('Highest frequency with an absorption of 1 dB anywhere, MHz', 21.4, 0, 100),
  }),
  kp_gfz: {
    ...picked('CurrentGfzKp', kpGfz, {
      kp: quantity('Kp of GFZ Potsdam for the newest window', 2.667, 0, 9),
      status: oneOf('Whether GFZ may still revise the value', ['preliminary', 'definitive']),
    }),
    // The licence of the data requires attribution.
    credits: ['GFZ Potsdam (CC BY 4.0)'],
  },
  probabilities: part(
    'CurrentProbabilities',
    probabilities,
    {
      m_class_percent: percent('Probability of a flare of class M on the first day, percent', 30),
      x_class_percent: percent('Probability of a flare of class X, percent', 5),
      protons_percent: percent('Probability of a proton event, percent', 5),
    },
    ({ days: [first], ...rest }) => ({
      m_class_percent: first?.m_class_percent ?? null,
      x_class_percent: first?.x_class_percent ?? null,
      protons_percent: first?.protons_percent ?? null,
      ...dated(rest),
    }),
  ),
  regions: part(
    'CurrentRegions',
    regions,
    {
      count: count('Number of active regions that NOAA lists', 7),
      largest_active_region: orNull(count('Number of the region with the largest area', 14478)),
      largest_area_millionths: orNull(
        quantity('Area of that region, millionths of the visible hemisphere', 900, 0),
      ),
      largest_magnetic_class: orNull(
        text('Mount Wilson class of the magnetic field of that region', 'beta-gamma'),
      ),
    },
    ({ regions: list, count, ...rest }) => {
      const [largest] = byArea(list)
      return {
        count,
        largest_active_region: largest?.active_region ?? null,
        largest_area_millionths: largest?.area_millionths ?? null,
        largest_magnetic_class: largest?.magnetic_class ?? null,
        ...dated(rest),
      }
    },
  ),
  outlook: part(
    'CurrentOutlook',
    outlook,
    {
      kp_max: quantity('Largest planetary K index of the coming days, in whole numbers', 5, 0, 9),
      kp_max_date: date('First UTC day with that value', '2026-11-30'),
    },
    ({ days: list, issued_at, source }, now) => {
      const highest = highestAhead(list, now)
      return highest && { kp_max: highest.kp_max, kp_max_date: highest.date, as_of: issued_at, source }
    },
  ),
} as const
