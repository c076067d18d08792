import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { altitudeParameter, placeParameters } from '../../packages/core/src/kernel/endpoint/place.ts'

const { latitude, longitude } = placeParameters
const { altitude_m } = altitudeParameter

describe('a place', () => {
  test.each([
    [latitude, '48.137154', 48.14],
    [latitude, '-90', -90],
    [latitude, '90.0', 90],
    [longitude, '-0.001', 0],
    [longitude, '179.996', 180],
    [longitude, '-180', -180],
    [altitude_m, '524.9', 520],
    [altitude_m, '-4', 0],
    [altitude_m, undefined, undefined],
  ] as const)('is rounded to 0.01° and 10 m (%#)', (schema, given, rounded) => {
    expect(v.parse(schema, given)).toBe(rounded)
  })

  test.each([
    [latitude, '90.001'],
    [latitude, '-91'],
    [latitude, ''],
    [latitude, undefined],
    [latitude, '48,1'],
    [latitude, '4e1'],
    [latitude, ' 48'],
    [latitude, 'NaN'],
    [longitude, '180.1'],
    [longitude, '200'],
    [longitude, '0x10'],
    [altitude_m, '9006'],
    [altitude_m, '-506'],
    [altitude_m, '1e3'],
  ] as const)('outside its bounds or in another form is rejected (%#)', (schema, given) => {
    expect(v.safeParse(schema, given).success).toBe(false)
  })
})
