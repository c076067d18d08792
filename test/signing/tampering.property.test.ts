import { verifyResponse } from '@space-data/core/verify'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { OTHER_PUBLIC_KEY, RFC_PUBLIC_KEY, signing } from '../support/signing-keys.ts'
import { runs } from '../support/tier.ts'

const PATH = '/v1/space-weather/kp'
const SIGNED = ['content-type', 'content-location', 'unencoded-digest', 'signature-input', 'signature']

interface Answer {
  readonly body: Uint8Array
  readonly fields: Readonly<Record<string, string>>
}

const clock = stoppedClock()
const now = clock.now().getTime()

async function signedAnswer(path = PATH): Promise<Answer> {
  const { get } = await testService({ signing }, clock)
  const { headers, text } = await get(path)
  const fields = Object.fromEntries(SIGNED.map((name) => [name, headers.get(name) ?? '']))
  return { body: new TextEncoder().encode(text), fields }
}

const verify = ({ body, fields }: Answer, expected = {}, status = 200) =>
  verifyResponse(new Response(body.slice(), { status, headers: fields }), {
    keys: RFC_PUBLIC_KEY,
    path: PATH,
    now,
    ...expected,
  })

test('a bit flipped anywhere in the body or in a field is refused', async () => {
  const answer = await signedAnswer()
  await verify(answer)
  const bytes = new Map([
    ['', answer.body.byteLength],
    ...SIGNED.map((name) => [name, answer.fields[name]?.length] as const),
  ])
  const place = fc.constantFrom(...bytes.keys()).chain((name) =>
    fc.record({
      name: fc.constant(name),
      at: fc.nat((bytes.get(name) ?? 1) - 1),
      bit: fc.nat(6),
    }),
  )
  await fc.assert(
    fc.asyncProperty(place, async ({ name, at, bit }) => {
      const flip = (byte: number) => byte ^ (1 << bit)
      const body = answer.body.slice()
      const fields = { ...answer.fields }
      if (name === '') body[at] = flip(body[at] ?? 0)
      else {
        const text = answer.fields[name] ?? ''
        const flipped = String.fromCharCode(flip(text.charCodeAt(at)))
        // No header can carry others, and fetch trims spaces.
        fc.pre(/[!-~]/.test(flipped))
        fields[name] = text.slice(0, at) + flipped + text.slice(at + 1)
      }
      await expect(verify({ body, fields })).rejects.toThrow(
        expect.objectContaining({ name: 'SignatureError', code: 'signature_invalid' }),
      )
    }),
    runs(300, 2_000),
  )
})

describe('what does not hold is said', () => {
  test.each([
    ['another key', {}, { keys: OTHER_PUBLIC_KEY }, /signed with another key, ed25519-JrQ/],
    ['another path', {}, { path: '/v1/space-weather/wind' }, /is for \/v1\/space-weather\/kp, which was not/],
    ['another query', {}, { path: `${PATH}?x=1` }, /which was not requested/],
    ['later', {}, { now: now + 15 * 60_000 }, /it expired at 2026-11-21T12:15:00.000Z/],
    ['much earlier', {}, { now: now - 6 * 60_000 }, /dated in the future, 2026-11-21T12:00:00.000Z/],
    ['another type', { 'content-type': 'text/html' }, {}, /the signature "answer" is invalid/],
    [
      'no digest',
      { 'unencoded-digest': undefined },
      {},
      /not signed: the header unencoded-digest is missing/,
    ],
    ['no signature', { signature: undefined }, {}, /not signed: the header signature is missing/],
    ['foreign signatures', { 'signature-input': 'x=();created=1' }, {}, /no signature of this service/],
  ])('%s', async (_, changed, expected, message) => {
    const answer = await signedAnswer()
    const fields = Object.fromEntries(
      Object.entries({ ...answer.fields, ...changed }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    await expect(verify({ ...answer, fields }, expected)).rejects.toThrow(message)
  })

  test('another status', async () => {
    await expect(verify(await signedAnswer(), {}, 203)).rejects.toThrow('HTTP 203 is not signed')
  })

  test('a body that never ends, of which no more than 64 MB are read, or nothing if a field is wrong', async () => {
    const { fields } = await signedAnswer()
    const endless = () => {
      let read = 0
      let isCancelled = false
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            read += 1_000_000
            controller.enqueue(new Uint8Array(1_000_000))
          },
          cancel() {
            isCancelled = true
          },
        },
        { highWaterMark: 0 },
      )
      const seen = () => ({ read, isCancelled })
      return { response: (status: number) => new Response(body, { status, headers: fields }), seen }
    }
    const expected = { keys: RFC_PUBLIC_KEY, path: PATH, now }
    const large = endless()
    await expect(verifyResponse(large.response(200), expected)).rejects.toThrow(
      /^the body is larger than 64 MB$/,
    )
    expect(large.seen()).toEqual({ read: 65_000_000, isCancelled: true })
    for (const [status, wrong] of [
      [203, {}],
      [200, { keys: OTHER_PUBLIC_KEY }],
      [200, { path: '/v1/space-weather/wind' }],
      [200, { now: now + 15 * 60_000 }],
    ] as const) {
      const unread = endless()
      await expect(verifyResponse(unread.response(status), { ...expected, ...wrong })).rejects.toThrow(
        expect.objectContaining({ name: 'SignatureError' }),
      )
      expect(unread.seen()).toEqual({ read: 0, isCancelled: true })
    }
  })

  test('the body of another answer, signed with the same key', async () => {
    const answer = await signedAnswer()
    const { body } = await signedAnswer('/v1/space-weather/wind')
    await expect(verify({ ...answer, body })).rejects.toThrow('the body does not match the signed digest')
  })
})

test('clocks may differ by 5 minutes, and an answer may be accepted past its end', async () => {
  const answer = await signedAnswer()
  await verify(answer, { now: now - 5 * 60_000 })
  await verify(answer, { now: now + 20 * 60_000, maxStaleMs: 6 * 60_000 })
})

test('what others have signed beside it does not matter, nor what a mirror is mounted under', async () => {
  const { body, fields } = await signedAnswer()
  const both = {
    ...fields,
    'signature-input': `cdn=("@status");created=1, ${fields['signature-input']}`,
    signature: `cdn=:AAAA:, ${fields['signature']}`,
  }
  expect(await verify({ body, fields: both }, { path: `/space${PATH}` })).toMatchObject({ path: PATH })
})
