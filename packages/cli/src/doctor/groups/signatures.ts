import { type CheckGroup, expectOk, failures, getMember, SkippedCheck } from '#doctor/check'
import { requestSuccessful } from '#doctor/requests'
import type { Target } from '#doctor/target'

const DIRECTORY = '/.well-known/http-message-signatures-directory'

export const signatures: CheckGroup = {
  title: 'Signatures',
  checks: [
    {
      id: 'signatures.verify',
      clause: 'C13.17, C13.18, C13.19',
      expects: 'signatures by a published key match the body, the path and the times',
      async run(target) {
        const examples = await requestSuccessful(target)
        const signed = examples.filter(({ exchange }) => exchange.headers.has('signature'))
        if (signed.length === 0) throw new SkippedCheck('no response is signed')
        const keys = await readKeys(target)
        const found: string[] = []
        for (const { exchange } of signed) {
          const fault = await target.findSignatureFault(exchange, keys)
          found.push(...failures([exchange], () => fault))
        }
        return found
      },
    },
  ],
}

/** Returns the public keys of the instance. */
async function readKeys(target: Target): Promise<string[]> {
  const directory = expectOk(await target.get(DIRECTORY))
  const keys = getMember(directory.json, 'keys')
  return (Array.isArray(keys) ? keys : []).map((key) => {
    const raw = Buffer.from(String(getMember(key, 'x')), 'base64url')
    return `ed25519-${raw.toString('base64')}`
  })
}
