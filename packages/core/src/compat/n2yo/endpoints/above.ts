import * as v from 'valibot'
import { cachedSatcat } from '#catalogue/celestrak/satcat'
import { toGeodetic } from '#catalogue/orbit/ellipsoid'
import { createObserver } from '#catalogue/orbit/observer'
import { STATES_VALID_MS } from '#catalogue/sky/above-schemas'
import { groupStates } from '#catalogue/sky/group-states'
import { readGroup } from '#compat/celestrak/read-group'
import { findCategory } from '#compat/n2yo/categories'
import { n2yoEndpoint, objectInfo } from '#compat/n2yo/n2yo-endpoint'
import { observerOf, observerParameters } from '#compat/n2yo/path-parameters'
import { roundTo } from '#compat/n2yo/round-to'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, quantity, text, wholeNumber } from '#endpoint/schemas'
import { Problem } from '#kit/problem'

const object = v.strictObject({
  satid: objectInfo.satid,
  satname: objectInfo.satname,
  intDesignator: text('International designator; empty if it has none', '1998-067A'),
  launchDate: text('Day of the launch; empty while it is unknown', '1998-11-20'),
  satlat: quantity('Geodetic latitude below the object, degrees', 48.8, -90, 90),
  satlng: quantity('Longitude below the object, degrees, east positive', 9.2, -180, 180),
  satalt: quantity('Altitude above the ellipsoid (WGS 84), km', 421.3),
})

/** Serves what is above a place at N2YO's path. */
export function n2yoAbove(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/above/{observer_lat}/{observer_lng}/{observer_alt}/{search_radius}/{category_id}',
    operationId: 'getN2yoAbove',
    summary: 'Objects above a place, as N2YO serves them',
    description:
      'For clients of N2YO: of a category, or of all active satellites with 0, within an angle of the zenith; the ' +
      'highest first. As there, a response without objects has no `above`. The place is rounded and never logged.',
    ttlMs: STATES_VALID_MS,
    pathParameters: {
      ...observerParameters,
      search_radius: wholeNumber('Angle from the zenith: whole degrees from 0 to 90', 70, {
        min: 0,
        max: 90,
      }),
      category_id: wholeNumber('Number of a category, 0 for all: a whole number from 0 to 56', 18, {
        min: 0,
        max: 56,
      }),
    },
    problems: ['group_not_found'],
    data: named(
      'N2yoAbove',
      v.strictObject({
        info: v.strictObject({
          category: text('Name of the category, ANY for all', 'Amateur radio'),
          transactionscount: objectInfo.transactionscount,
          satcount: count('Number of objects', 3),
        }),
        above: v.optional(v.array(object)),
      }),
    ),
    async compute(params, reading) {
      const category = findCategory(Number(params['category_id']))
      if (!category) throw new Problem('group_not_found', { message: NO_CATEGORY })
      const { context } = reading
      const group = await readGroup(category.group, reading)
      const states = await groupStates(category.group, context, () => Promise.resolve(group))
      const satcat = await cachedSatcat(context)
      const observer = createObserver(observerOf(params))
      const least = Math.cos((Number(params['search_radius']) * Math.PI) / 180)
      const above = states.objects
        .map((each) => ({ ...each, sine: observer.height(each.state)[0] }))
        .filter(({ sine }) => sine >= least)
        .sort((one, other) => other.sine - one.sine)
        .map(({ noradId, name, state }) => {
          const { latitudeDeg, longitudeDeg, altitudeKm } = toGeodetic(state)
          return {
            satid: noradId,
            satname: name,
            intDesignator: group.byNoradId.get(noradId)?.internationalDesignator ?? '',
            launchDate: satcat(noradId)?.launchDate ?? '',
            satlat: roundTo(4, latitudeDeg),
            satlng: roundTo(4, longitudeDeg),
            satalt: roundTo(2, altitudeKm),
          }
        })
      const info = { category: category.name, transactionscount: 0, satcount: above.length }
      const { source, fetchedAt } = states
      return { data: { info, ...(above.length > 0 && { above }) }, source, fetchedAt }
    },
  })
}

const NO_CATEGORY = 'Unknown category, or one that no group stands for. 0 is all active satellites.'
