import { type CheckGroup, expectOk, failures, getList, getMember } from '#doctor/check'
import { OBJECT } from '#doctor/demanded'
import { findExample, keyHeaders, requestExample } from '#doctor/requests'

/** Tolerated deviation from the mean elements: of a geodetic altitude in km, and of a latitude in degrees. */
const [MARGIN_KM, MARGIN_DEG] = [40, 0.5]

/** Frequency of amateur radio on the ISS, and the speed of light. */
const [MHZ, LIGHT_KM_PER_S] = [145.8, 299_792.458]

/** Positions and passes of objects. */
export const sky: CheckGroup = {
  title: 'Sky',
  checks: [
    {
      id: 'sky.position',
      clause: 'C4.17',
      expects: 'an object’s altitude and latitude are within the range of its orbit',
      async run(target) {
        const elements = await requestExample(OBJECT, target)
        const number = (name: string) => Number(getMember(getMember(elements.json, 'data'), name))
        return failures([await requestExample(`${OBJECT}/position`, target)], (exchange) => {
          const [first] = getList(exchange, 'positions')
          const [latitude, altitude] = ['latitude_deg', 'altitude_km'].map((name) =>
            Number(getMember(first, name)),
          ) as [number, number]
          const [lowest, highest] = [number('perigee_km') - MARGIN_KM, number('apogee_km') + MARGIN_KM]
          const inclination = number('inclination_deg')
          const most = Math.min(inclination, 180 - inclination) + MARGIN_DEG
          const isThere = altitude >= lowest && altitude <= highest && Math.abs(latitude) <= most
          return isThere ? undefined : `at ${altitude} km and ${latitude}°, which its orbit does not reach`
        })
      },
    },
    {
      id: 'sky.passes',
      clause: 'C4.18',
      expects:
        'passes are in order, rise before they set, reach min_elevation_deg, and have the Doppler shift',
      async run(target) {
        const { path } = await findExample('/v1/passes', target)
        const asked = `${path}&days=3&min_elevation_deg=20&frequency_mhz=${MHZ}`
        return failures([expectOk(await target.get(asked, await keyHeaders(target)))], (exchange) => {
          let last = Number.NEGATIVE_INFINITY
          for (const pass of getList(exchange, 'passes')) {
            const at = (name: string) => Date.parse(String(getMember(getMember(pass, name), 'at')))
            const [rise, highest, set] = [at('rise'), at('highest'), at('set')]
            if (rise < last) return 'they are not in the order in which they rise'
            if (highest < rise || set < highest) return 'one sets before it rises'
            if (Number(getMember(getMember(pass, 'highest'), 'elevation_deg')) < 20)
              return 'one is lower than 20°'
            const shift = (name: string) => Number(getMember(getMember(pass, 'rise'), name))
            const expected = -(MHZ * 1e6 * shift('range_rate_km_s')) / LIGHT_KM_PER_S
            if (!Number.isNaN(rise) && !(Math.abs(shift('doppler_hz') - expected) < 1.5))
              return 'the Doppler shift of one does not follow from its range rate'
            if (!Number.isNaN(rise)) last = rise
          }
          return undefined
        })
      },
    },
  ],
}
