import { crc32 } from 'node:zlib'
import { type Chapter, differences, faults, member, membersOf, NotChecked } from '#doctor/check'
import type { Patient } from '#doctor/patient'

/** Made first, and only when it is asked for: the key of the day of this network is then spent. */
export const issuance: Chapter = {
  title: 'A new key',
  checks: [
    {
      id: 'issuing.record',
      clause: 'SPEC 2.2, 4.1, DECISIONS 4',
      holds: 'a key is issued without a mail address: 200 with exactly ok, key and tier, no-store',
      look: async (patient) => {
        const answer = await issued(patient)
        return [
          ...faults([answer], 'body', ({ json }) => {
            const fault = differences(membersOf(json), ['ok', 'key', 'tier'])
            if (fault) return fault
            const isSound = member(json, 'ok') === true && member(json, 'tier') === 'free'
            return isSound ? undefined : 'ok is not true, or its tier is not free'
          }),
          ...faults([answer], 'cache-control', ({ headers }) =>
            headers.get('cache-control') === 'no-store'
              ? undefined
              : `Cache-Control: ${headers.get('cache-control')}`,
          ),
        ]
      },
    },
    {
      id: 'issuing.key',
      clause: 'SPEC 2.2, DECISIONS 4',
      holds: 'the key has a prefix that marks it as live, 30 base62 characters and their checksum',
      look: async (patient) =>
        faults([await issued(patient)], 'body', ({ json }) => {
          const key = member(json, 'key')
          if (typeof key !== 'string') return undefined
          const [, secret = '', sum] = /^\w+_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key) ?? []
          return sum === checksum(secret) ? undefined : 'its shape or checksum is another'
        }),
    },
  ],
}

/** Asks for a key and goes on with it. */
async function issued(patient: Patient) {
  const answer = await patient.ask('POST', '/v1/keys', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'space-data doctor' }),
  })
  if (answer.status === 429) throw new NotChecked('this network has had its key of the day, or its attempts')
  const key = member(answer.json, 'key')
  if (typeof key === 'string') patient.key ??= key
  return answer
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksum(secret: string): string {
  let digits = ''
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits
  return digits.padStart(6, '0')
}
