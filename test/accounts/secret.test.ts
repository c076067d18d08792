import { expect, test } from 'vitest'
import {
  checksum,
  hashOf,
  isSecret,
  newSecret,
  randomBase62,
} from '../../packages/core/src/kernel/accounts/keys/secret.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const GOOD = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'

test('the checksum of the vector in DECISIONS §4', () => {
  expect(checksum('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ')).toBe('0mLq17')
  expect(isSecret(GOOD, 'sd_live_')).toBe(true)
})

test('the checksum is CRC-32 in base62, padded with zeros', () => {
  expect(checksum('')).toBe('000000')
  // The check value of CRC-32/ISO-HDLC is 0xCBF43926 for "123456789".
  expect([...checksum('123456789')].reduce((n, digit) => n * 62 + ALPHABET.indexOf(digit), 0)).toBe(
    0xcbf43926,
  )
})

test.each([0, 1, 12, 30, 43, 1_000])('%d random characters are that many', (length) => {
  expect(randomBase62(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
})

test('every change of every one of the 36 characters is refused', () => {
  let refused = 0
  for (let at = 8; at < GOOD.length; at += 1) {
    for (const other of ALPHABET.replace(GOOD[at]!, '')) {
      if (!isSecret(GOOD.slice(0, at) + other + GOOD.slice(at + 1), 'sd_live_')) refused += 1
    }
  }
  expect(refused).toBe(36 * 61)
})

test.each([
  '',
  'sd_live_',
  GOOD.slice(0, -1),
  `${GOOD}0`,
  ` ${GOOD}`,
  `${GOOD}\n`,
  GOOD.replace('sd_live_', 'sd_test_'),
  GOOD.replace('sd_live_', 'SD_LIVE_'),
  GOOD.slice(8),
  GOOD.toLowerCase(),
  GOOD.replace('T', 'Т'),
  `sd_live_${'\0'.repeat(36)}`,
  `sd_live_${'🛰'.repeat(18)}`,
  '__proto__',
  'x'.repeat(16_384),
])('is no key: %j', (text) => {
  expect(isSecret(text, 'sd_live_')).toBe(false)
})

test.each(['!', '_', '-', 'é'])(
  'a right checksum does not make a key of 30 characters with %s among them',
  (odd) => {
    for (const at of [0, 15, 29]) {
      const body = `${'A'.repeat(at)}${odd}${'A'.repeat(29 - at)}`
      expect(isSecret(`sd_live_${body}${checksum(body)}`, 'sd_live_')).toBe(false)
    }
  },
)

test.each([29, 31])('a right checksum does not make a key of %d characters', (length) => {
  const body = 'A'.repeat(length)
  expect(isSecret(`sd_live_${body}${checksum(body)}`, 'sd_live_')).toBe(false)
})

test('the prefix is the operator’s choice and no part of the checksum', () => {
  const key = newSecret('acme-')
  expect(isSecret(key, 'acme-')).toBe(true)
  expect(isSecret(key, 'sd_live_')).toBe(false)
  expect(isSecret(`sd_live_${key.slice(5)}`, 'sd_live_')).toBe(true)
})

test('the hash is lower-case hex SHA-256 of the whole key', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashOf(GOOD)).toMatch(/^[0-9a-f]{64}$/)
})
