import { crc32 } from 'node:zlib'
import {
  type CheckGroup,
  describeDifferences,
  getMember,
  memberNames,
  SkippedCheck,
  violations,
} from '#checks/check'
import type { Target } from '#checks/target'

/** Runs first, and only on request: it uses the network's free key of the day. */
export const issuance: CheckGroup = {
  title: 'Key issuance',
  checks: [
    {
      id: 'issuing.record',
      clause: 'C6.1, C6.2',
      expects: 'a free key is issued without an e-mail address: 200 with ok, key and tier, no-store',
      run: async (target) => {
        const answer = await issueKey(target)
        return [
          ...violations([answer], 'body', ({ json }) => {
            const reason = describeDifferences(memberNames(json), ['ok', 'key', 'tier'])
            if (reason) return reason
            const isSound = getMember(json, 'ok') === true && getMember(json, 'tier') === 'free'
            return isSound ? undefined : 'ok is not true or tier is not free'
          }),
          ...violations([answer], 'cache-control', ({ headers }) =>
            headers.get('cache-control') === 'no-store'
              ? undefined
              : `Cache-Control: ${headers.get('cache-control')}`,
          ),
        ]
      },
    },
    {
      id: 'issuing.key',
      clause: 'C6.3',
      expects: 'a key is a live prefix, 30 base62 characters and a checksum',
      run: async (target) =>
        violations([await issueKey(target)], 'body', ({ json }) => {
          const key = getMember(json, 'key')
          if (typeof key !== 'string') return undefined
          const [, secret = '', sum] = /^\w+_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key) ?? []
          return sum === checksum(secret) ? undefined : 'its format or checksum is wrong'
        }),
    },
  ],
}

/** Issues a key and uses it for the following checks. */
async function issueKey(target: Target) {
  const answer = await target.request('POST', '/v1/keys', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'space-data doctor' }),
  })
  if (answer.status === 429)
    throw new SkippedCheck('this network has used its free key or its attempts for today')
  const key = getMember(answer.json, 'key')
  if (typeof key === 'string') target.key ??= key
  return answer
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksum(secret: string): string {
  let digits = ''
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits
  return digits.padStart(6, '0')
}
