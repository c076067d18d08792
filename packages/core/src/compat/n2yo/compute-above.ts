import { cachedSatcat } from '#catalogue/celestrak/satcat'
import { toGeodetic } from '#catalogue/orbit/ellipsoid'
import { createObserver } from '#catalogue/orbit/observer'
import { STATES_VALID_MS } from '#catalogue/sky/above-schemas'
import { groupStates } from '#catalogue/sky/group-states'
import { type Reading, readGroup } from '#compat/celestrak/read-group'
import type { ComputedPayload } from '#compat/computed-endpoint'
import type { AboveData } from '#compat/n2yo/above-schemas'
import { findCategory } from '#compat/n2yo/categories'
import { observerOf } from '#compat/n2yo/path-parameters'
import { roundTo } from '#compat/n2yo/round-to'
import type { EndpointCall } from '#endpoint/endpoint'
import { Problem } from '#kit/problem'

const NO_CATEGORY = 'Unknown category, or one that no group stands for. 0 is all active satellites.'

/** Computes what of a category is above a place, by checked parameters. */
export async function computeN2yoAbove(
  params: EndpointCall['params'],
  reading: Reading,
): Promise<ComputedPayload<AboveData>> {
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
  const { source, fetchedAt, at } = states
  const data = { info, ...(above.length > 0 && { above }) }
  return { data, source, fetchedAt, validUntil: at + STATES_VALID_MS }
}
