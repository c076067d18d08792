import { expect, test } from 'vitest'
import { signatureBase, unencodedDigest } from '../../packages/core/src/features/signing/fields.ts'
import { publishedKeys } from '../../packages/core/src/features/signing/keys.ts'
import { otherKey, rfcKey } from '../support/signing-keys.ts'

/** Signs as the signer does. */
async function sign(base: string): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', { ...rfcKey }, 'Ed25519', false, ['sign'])
  const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(base))
  return Buffer.from(signature).toString('base64')
}

test('RFC 9421, appendix B.2.6: the signature base and the signature, to the byte', async () => {
  const params =
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;' +
    'keyid="test-key-ed25519"'
  const base = signatureBase(
    [
      ['"date"', 'Tue, 20 Apr 2021 02:07:55 GMT'],
      ['"@method"', 'POST'],
      ['"@path"', '/foo'],
      ['"@authority"', 'example.com'],
      ['"content-type"', 'application/json'],
      ['"content-length"', '18'],
    ],
    params,
  )
  expect(await sign(base)).toBe(
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
  )
})

test('WICG Signature-based Integrity, the worked example: digest, signature base and signature', async () => {
  const digest = unencodedDigest(new TextEncoder().encode('{"hello": "world"}'))
  expect(digest).toBe('sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:')
  const params =
    '("unencoded-digest";sf);keyid="JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=";tag="ed25519-integrity"'
  expect(await sign(signatureBase([['"unencoded-digest";sf', digest]], params))).toBe(
    'SbCdPUyjc0IBJjFbVRWs81ucEUcFz87b37nQ63d6kDW+/JvDmET6O5cSdwlddePvlwemLdaWFuY6pQGO+hrkAg==',
  )
})

test('RFC 8037, appendix A.3: the thumbprint of a key is its kid', () => {
  expect(publishedKeys({ keys: [otherKey] }, 0)[0]?.kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})
