import * as v from 'valibot'
import { documentEndpoint } from '#features/shared/page/document-endpoint'
import { renderBody, toJsonText } from '#kernel/endpoint/representation'
import { count, named, text } from '#kernel/endpoint/schemas'
import { hours } from '#kernel/kit/time'

const key = v.strictObject({
  kty: text('Type of the key: an octet key pair', 'OKP'),
  crv: text('Its curve', 'Ed25519'),
  x: text('The public key in base64url', 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs'),
  kid: text('JWK thumbprint (RFC 7638)', 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'),
  use: text('Use of the key: signatures', 'sig'),
  nbf: v.optional(count('Time since which the key signs, seconds since 1970', 1_795_336_874)),
  exp: v.optional(count('Time at which trust in the key ends, seconds since 1970', 1_795_941_674)),
})

const directory = v.strictObject({
  keys: v.pipe(
    v.array(named('PublishedKey', key)),
    v.description('The key that signs now, and earlier ones that have not expired'),
  ),
})

const TYPE = 'application/http-message-signatures-directory+json'

/** The public keys of an instance that signs its responses (draft-meunier-webbotauth-httpsig-directory). */
export const signaturesDirectory = documentEndpoint({
  path: '/.well-known/http-message-signatures-directory',
  operationId: 'getSignaturesDirectory',
  summary: 'Public keys of the signatures of responses',
  description:
    'A JWK set. Do not trust a key that comes only from the host whose responses it verifies: pin it from ' +
    'another source. An instance that does not sign its responses does not have this path.',
  ttlMs: hours(1),
  success: { description: 'The keys', content: { [TYPE]: named('SignaturesDirectory', directory) } },
  isOffered: ({ signer }) => signer !== undefined,
  render: ({ context: { settings } }) =>
    renderBody(toJsonText({ keys: settings.signer?.published() ?? [] }), TYPE),
})
