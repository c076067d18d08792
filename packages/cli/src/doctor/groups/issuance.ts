import { crc32 } from 'node:zlib'
import { type CheckGroup, failures, getMember, SkippedCheck } from '#doctor/check'

/** Runs first, and only on request: it uses the network's free key of the day. */
export const issuance: CheckGroup = {
  title: 'Key issuance',
  checks: [
    {
      id: 'issuing.key',
      clause: 'C6.1, C6.3',
      expects: 'a free key needs no e-mail address: a prefix, 30 base62 characters and a checksum',
      async run(target) {
        const exchange = await target.request('POST', '/v1/keys', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ label: 'space-data doctor' }),
        })
        if (exchange.status === 429)
          throw new SkippedCheck('this network has used its free key or its attempts for today')
        const key = getMember(exchange.json, 'key')
        // Later checks use the key.
        if (typeof key === 'string') target.key ??= key
        return failures([exchange], ({ status }) => {
          if (status !== 200) return `${status}, expected 200`
          const [, secret = '', sum] = /^\w+_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(String(key)) ?? []
          return sum === checksum(secret) ? undefined : 'the format or the checksum of the key is wrong'
        })
      },
    },
  ],
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksum(secret: string): string {
  let digits = ''
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits
  return digits.padStart(6, '0')
}
