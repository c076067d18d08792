import type { WebhookRequest } from '@space-data/core/alerts'
import { describe, expect, test } from 'vitest'
import { createAlert, type LoggedAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { chatMessage } from '../../packages/core/src/features/webhooks/chat-message.ts'
import { seconds } from '../../packages/core/src/kernel/kit/time.ts'
import { exampleOf } from '../fixtures/alert-examples.ts'
import { NOON } from '../support/context.ts'
import { deliverer, LIMIT, MASTER } from './support.ts'

const SLACK = 'https://hooks.slack.com/services/T000/B000/XXXX'
const DISCORD = 'https://discord.com/api/webhooks/1/token'
const NTFY = 'https://ntfy.example/base/my-topic?auth=abc'
const PUBLIC = 'https://space.example/'

function alertOf(type: string, changes: object = {}): LoggedAlert {
  const data = { ...exampleOf(type), ...changes }
  return { ...createAlert({ type, subject: 'x', at: NOON, data }), seq: 7 }
}
const storm = () => alertOf('geomagnetic.storm_raised')

describe('a message', () => {
  test('for Slack is an attachment with the colour of the level and a link', () => {
    const alert = storm()
    const { url, body } = chatMessage('slack', SLACK, alert, PUBLIC)
    expect(url).toBe(SLACK)
    const title = expect.stringMatching(/^Geomagnetic storm reached G2 after G\d: Kp 6\.0$/)
    const attachment = {
      color: '#f9b61e',
      fallback: title,
      title,
      title_link: `https://space.example/alerts#${alert.id}`,
      footer: expect.stringMatching(/^geomagnetic\.storm_raised, NOAA/),
      ts: Date.parse(alert.timestamp) / 1_000,
    }
    expect(body).toEqual({ attachments: [attachment] })
  })

  test('for Discord is an embed that mentions nobody', () => {
    const alert = storm()
    const embed = {
      title: expect.stringContaining('reached G2'),
      url: `https://space.example/alerts#${alert.id}`,
      color: 0xf9b61e,
      timestamp: alert.timestamp,
      footer: { text: expect.stringMatching(/^geomagnetic\.storm_raised, /) },
    }
    const { url, body } = chatMessage('discord', DISCORD, alert, PUBLIC)
    expect([url, body]).toEqual([DISCORD, { embeds: [embed], allowed_mentions: { parse: [] } }])
  })

  test('for ntfy is JSON for the root of the server, with the topic and a priority', () => {
    const alert = storm()
    const { url, body } = chatMessage('ntfy', NTFY, alert, undefined)
    expect(url).toBe('https://ntfy.example/base/?auth=abc')
    expect(body).toEqual({
      topic: 'my-topic',
      title: expect.stringMatching(/^geomagnetic\.storm_raised, /),
      message: expect.stringContaining('reached G2'),
      priority: 3,
    })
  })

  test.each([
    ['X10.0', 4],
    ['X20.0', 5],
  ])('of a flare of %s has the priority of its level on the R scale', (peak_class, priority) => {
    const { body } = chatMessage(
      'ntfy',
      NTFY,
      alertOf('solar.flare', { level: 'X10', peak_class }),
      undefined,
    )
    expect(body).toMatchObject({ priority })
  })

  test.each([
    ['slack', 3_000],
    ['discord', 256],
    ['ntfy', 4_096],
  ] as const)('for %s stays within its limit, and markup in it is text', (service, most) => {
    const alert = alertOf('launch.scheduled', { name: `<!channel> & ${'人'.repeat(5_000)}` })
    const text = JSON.stringify(chatMessage(service, NTFY, alert, undefined).body)
    const [, long = ''] = /"(?:title|message)":"((?:[^"\\]|\\.)*人…)"/.exec(text) ?? []
    expect(long).not.toBe('')
    expect(service === 'ntfy' ? Buffer.byteLength(long) : long.length).toBeLessThanOrEqual(most)
    expect(text.includes('<!channel>')).toBe(service !== 'slack')
  })
})

describe('deliveries', () => {
  async function chat(answer: (request: WebhookRequest) => { status: number; retryAfter: string | null }) {
    const sent: WebhookRequest[] = []
    const sender = {
      async check() {},
      async send(request: WebhookRequest) {
        sent.push(request)
        return { ...answer(request), body: '' }
      },
    }
    const made = deliverer({ webhooks: { masterSecrets: [MASTER], sender } })
    const { id } = await made.webhooks.add('acme', { url: DISCORD, format: 'discord' }, LIMIT)
    return { ...made, id, sent }
  }

  test('to a chat are not signed, and the webhook states its format', async () => {
    const { webhooks, id, sent, log, deliver } = await chat(() => ({ status: 204, retryAfter: null }))
    await log('a')
    await deliver()
    expect(sent.map(({ headers }) => Object.keys(headers).sort())).toEqual(
      sent.map(() => ['content-type', 'user-agent']),
    )
    expect(sent.map(({ body }) => Object.keys(JSON.parse(body)))).toEqual(
      sent.map(() => ['embeds', 'allowed_mentions']),
    )
    expect(await webhooks.show('acme', id)).toMatchObject({ format: 'discord', pending: 0 })
  })

  test('wait for the Retry-After of a 429, all of them, one at a time', async () => {
    let isLimited = false
    const { sent, log, deliver, pass } = await chat(() =>
      isLimited ? { status: 429, retryAfter: '64.57' } : { status: 204, retryAfter: null },
    )
    isLimited = true
    await log('a', 'b', 'c')
    await deliver()
    expect(sent).toHaveLength(1 + 1)
    isLimited = false
    await pass(seconds(64))
    expect(sent).toHaveLength(2)
    await pass(seconds(1))
    expect(sent).toHaveLength(2 + 3)
  })

  test('of another format are refused', async () => {
    const { webhooks } = await chat(() => ({ status: 204, retryAfter: null }))
    const input = { url: DISCORD, format: 'teams' as 'slack' }
    await expect(webhooks.add('acme', input, LIMIT)).rejects.toThrow('format: one of standard, slack')
  })
})
