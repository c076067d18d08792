import { Webhook } from 'standardwebhooks'
import { utf8 } from '../../packages/core/src/features/webhooks/secrets.ts'
import type { Received } from '../support/receiver.ts'

type Signed = Pick<Received, 'headers' | 'body'>

/** The bytes of a `whsec_`, `whpk_` or `whsk_`. */
export const bytesOf = (text: string) => new Uint8Array(Buffer.from(text.replace(/^wh[a-z]+_/, ''), 'base64'))

export const signaturesOf = ({ headers }: Signed) => (headers['webhook-signature'] ?? '').split(' ')

/** Verifies `v1` by the package of the standard; throws unless one signature is valid. */
export const verifiedByPackage = (secret: string, { body, headers }: Signed) =>
  new Webhook(secret).verify(body, { ...headers })

/** Whether one of the `v1a` signatures is valid. */
export async function isVerifiedByWebCrypto(publicKey: string, received: Signed): Promise<boolean> {
  const { body, headers } = received
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
  const signed = utf8(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const verified = signaturesOf(received)
    .filter((signature) => signature.startsWith('v1a,'))
    .map((signature) => crypto.subtle.verify('Ed25519', key, bytesOf(signature.slice(4)), signed))
  return (await Promise.all(verified)).includes(true)
}
