import fc from 'fast-check'
import Keyv from 'keyv'
import { expect, test } from 'vitest'
import { serializerLike } from '../../../packages/core/src/storage/serialize-record.ts'

const ofKeyv = new Keyv().serialize
const serialize = serializerLike(ofKeyv)

test.each<[string, unknown]>([
  ['text and numbers', { name: 'STARLINK-1', 'a,': 1, '': null, list: [1.5, -0, Number.NaN, true, 'é\n"'] }],
  ['nothing in places', { missing: undefined, list: [undefined, null], object: {} }],
  ['a date', { at: new Date(0) }],
  ['a colon at the beginning of a text', { list: [':a', '::', 'a:b'], deep: { text: ':base64:AAAA' } }],
  ['a colon at the beginning of a name', { ':first': 1, ':second': 2 }],
  ['bytes', { bytes: Buffer.from('bytes'), list: [Buffer.from(':')] }],
])('writes what keyv writes: %s', (_, value) => {
  expect(serialize({ value })).toBe(ofKeyv?.({ value }))
})

test('writes what keyv writes, for any record', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `:${rest}`),
    fc.constantFrom('"', ',"', '\\'),
  )
  const leaf = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined))
  const bytes = fc.uint8Array({ maxLength: 4 }).map((array) => Buffer.from(array))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      bytes,
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(value, (value) => {
      expect(serialize({ value })).toBe(ofKeyv?.({ value }))
    }),
    { numRuns: 2_000 },
  )
})
