import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebhookWithSecret } from '@space-data/core/alerts'
import { expect, test } from 'vitest'
import { start } from '../../support/child.ts'
import { freePort } from '../../support/free-port.ts'
import { blocksOf } from '../../support/markdown.mjs'
import { type Deliverer, deliverer, LIMIT } from '../support.ts'

const [program] = blocksOf('docs/recipes/alerts.md').filter(({ code }) => code.startsWith('// receiver.mjs'))
const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'receiver.mjs')
writeFileSync(file, program?.code ?? '')

/** Starts the receiver of the recipe. */
async function startRecipe(port: number, env: object) {
  const started = start(process.execPath, [file], { env: { PORT: String(port), ...env } })
  await started.says(/^ready$/m)
  return started
}

/** A webhook whose receiver is the recipe's: it answered the ping before it had any secret. */
async function scene(): Promise<{ port: number; webhook: WebhookWithSecret } & Deliverer> {
  const port = await freePort()
  const here = deliverer({ time: { at: Date.now() } })
  await using _ = await startRecipe(port, {})
  const webhook = await here.webhooks.add('acme', { url: `http://127.0.0.1:${port}/` }, LIMIT)
  return { ...here, port, webhook }
}

const isOver = async ({ webhooks, webhook }: { webhook: WebhookWithSecret } & Deliverer) => {
  const { pending, lastError } = (await webhooks.show('acme', webhook.id)) ?? {}
  return { pending, lastError }
}

test.each([
  ['the secret', ({ secret }: WebhookWithSecret) => ({ WEBHOOK_SECRET: secret })],
  ['the public key alone', ({ publicKey }: WebhookWithSecret) => ({ WEBHOOK_PUBLIC_KEY: publicKey })],
])('the receiver of the recipe takes what %s verifies, once', async (_, envOf) => {
  const here = await scene()
  await using recipe = await startRecipe(here.port, envOf(here.webhook))
  await here.log('one', 'two')
  await here.deliver()
  expect(await isOver(here)).toEqual({ pending: 0, lastError: null })
  await here.webhooks.replay('acme', here.webhook.id, { after: 0 })
  await here.deliver()
  expect(await isOver(here)).toEqual({ pending: 0, lastError: null })
  await recipe.says(/ launch\.scheduled .*two/)
  const lines = recipe.output().match(/^\d+ \S+Z launch\.scheduled \{.*\}$/gm)
  expect(lines?.map((line) => line.split(' ')[0]).sort()).toEqual(['1', '2'])
})

test('the receiver of the recipe takes messages signed with the old secret and the new one', async () => {
  const here = await scene()
  await using _ = await startRecipe(here.port, { WEBHOOK_SECRET: here.webhook.secret })
  await here.webhooks.rotate('acme', here.webhook.id)
  await here.log('after the rotation')
  await here.deliver()
  expect(await isOver(here)).toEqual({ pending: 0, lastError: null })
})

test.each([
  ['another secret', { WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }],
  ['no secret', {}],
])('the receiver of the recipe refuses messages with %s', async (_, env) => {
  const here = await scene()
  await using recipe = await startRecipe(here.port, env)
  await here.log('one')
  await here.deliver()
  expect(await isOver(here)).toEqual({ pending: 1, lastError: 'HTTP 401' })
  expect(recipe.output()).toBe('ready\n')
})

test('the receiver of the recipe refuses old and changed messages, and survives what is no message', async () => {
  const here = await scene()
  await using recipe = await startRecipe(here.port, { WEBHOOK_SECRET: here.webhook.secret })
  here.context.time.at -= 400_000
  await here.log('one')
  await here.deliver()
  expect(await isOver(here)).toEqual({ pending: 1, lastError: 'HTTP 401' })
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(here.webhook.url, { method: 'POST', body, headers })).status
  expect(await post('{"type":"solar.flare"}')).toBe(401)
  expect(await post('{"type":"solar.flare"}', { 'webhook-signature': 'v1,AAAA v1a, v2,x v1' })).toBe(401)
  expect(await post('no JSON')).toBe(400)
  expect(await post('null')).toBe(401)
  expect(await post('{"type":"webhook.ping"}')).toBe(204)
  expect(recipe.output()).toBe('ready\n')
})
