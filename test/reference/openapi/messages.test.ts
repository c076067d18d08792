import { memory } from '@space-data/core'
import type { WebhookRequest } from '@space-data/core/alerts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { createAlert } from '../../../packages/core/src/features/alerts/alert.ts'
import { alertTypes } from '../../../packages/core/src/features/alerts/alert-types.ts'
import { exampleOf } from '../../fixtures/alert-examples.ts'
import { testContext } from '../../support/context.ts'
import { describeAll } from '../../support/table.ts'
import { webhookService } from '../../webhooks/endpoints/webhook-service.ts'
import { messagesOf, resolved, type Schema } from './walk.ts'

const document = describeAll()
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

/** What of a message is not as the document has it. */
function problemsOf({ headers, body }: WebhookRequest): string[] {
  const message = JSON.parse(body)
  const { operation } = messagesOf(document).find(({ type }) => type === message.type) ?? {}
  if (!operation) return [`${message.type}: not declared`]
  const problems: string[] = []
  const check = (what: string, schema: object, value: unknown) => {
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'))
    const validate = ajv.compile(rooted)
    if (!validate(value)) problems.push(`${message.type} ${what}: ${ajv.errorsText(validate.errors)}`)
  }
  const { content } = operation.requestBody as { content: Record<string, { schema: object }> }
  const media = content[headers['content-type'] ?? '']
  check('body', media?.schema ?? { not: {} }, message)
  for (const parameter of operation.parameters ?? []) {
    const { name, schema } = resolved(parameter as object, document) as { name: string; schema: Schema }
    check(name, schema, schema.type === 'integer' ? Number(headers[name]) : headers[name])
  }
  return problems
}

test('there is a message for each type of alert', () => {
  expect(messagesOf(document).map(({ type }) => type)).toEqual(alertTypes.map(({ type }) => type))
  const ids = messagesOf(document).map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('receiveGeomagneticStormStarted')
})

test('what receivers get of each type is what the document has, signatures included', async () => {
  const store = memory()
  const { clientOf, receivers, spaceData, clock } = await webhookService({ store })
  const { create, send } = await clientOf('pro', 'acme')
  const { id } = await create({ types: ['*'] })
  const {
    alerts: { log: alertLog },
  } = testContext({ backend: store, time: { at: clock.now().getTime() } })
  // All to one receiver, whoever else would get them.
  const alerts = alertTypes.map(({ type }) =>
    createAlert({
      type,
      subject: 'test',
      at: clock.now().getTime(),
      audience: { account: 'acme' },
      data: exampleOf(type),
    }),
  )
  await alertLog.append(alerts, 1)
  await spaceData.jobs.alerts.run()
  const sent = receivers.received.filter(({ body }) => JSON.parse(body).sequence > 0)
  // The sample has a storm of its own.
  expect(new Set(sent.map(({ body }) => JSON.parse(body).type))).toEqual(
    new Set(alertTypes.map(({ type }) => type)),
  )
  expect(receivers.received.flatMap(problemsOf)).toEqual([])
  for (const { body } of sent) expect(body.length).toBeLessThan(20_000)

  const { data } = (await send('GET', `/${id}/deliveries?limit=100`)).json
  expect(data.count).toBe(sent.length)
  expect((await send('POST', `/${id}/replay`, { after: 0 })).json.data).toEqual({
    queued: sent.length,
  })
  const [first] = sent
  const wrong = { ...(first as WebhookRequest), body: '{"type":"solar.flare","data":{}}' }
  expect(problemsOf(wrong).length).toBeGreaterThan(0)
})
