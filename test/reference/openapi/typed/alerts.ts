import createClient from 'openapi-fetch'
import type { components, paths, webhooks } from './schema.js'

type Schemas = components['schemas']

/** Every alert that a receiver may get. */
type Alert = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json']
}[keyof webhooks]

/** Creates a webhook, changes it and deletes it, through a client of the generated types. */
export async function useWebhooks(baseUrl: string, apiKey: string, url: string) {
  const client = createClient<paths, 'application/json'>({ baseUrl, headers: { 'x-api-key': apiKey } })
  const { data: created, response } = await client.POST('/v1/webhooks', {
    params: { header: { 'Idempotency-Key': 'order-1' } },
    body: { url, types: ['geomagnetic.*'], parameters: { min_g_scale: 3 } },
  })
  if (!created) throw new Error('not created')
  const webhook: Schemas['WebhookWithSecret'] = created.data
  const path = { webhook_id: webhook.id }

  const { data: changed } = await client.PATCH('/v1/webhooks/{webhook_id}', {
    params: { path },
    body: { description: null, status: 'disabled' },
  })
  const reason: 'gone' | 'failing' | 'owner' | null | undefined = changed?.data.disabled_reason

  const { data: page } = await client.GET('/v1/webhooks/{webhook_id}/deliveries', {
    params: { path, query: { limit: 5 } },
  })
  const deliveries: Schemas['WebhookDelivery'][] = page?.data.deliveries ?? []
  const { error } = await client.POST('/v1/webhooks/{webhook_id}/replay', { params: { path }, body: {} })
  const { response: deleted } = await client.DELETE('/v1/webhooks/{webhook_id}', { params: { path } })

  // @ts-expect-error a webhook needs a URL
  const nowhere = () => client.POST('/v1/webhooks', { body: { types: [] } })
  // @ts-expect-error a status that there is not
  const paused: NonNullable<typeof changed>['data']['status'] = 'paused'
  // @ts-expect-error the secret is shown at creation and rotation only
  const secret = changed?.data.secret

  return {
    webhook,
    location: response.headers.get('location'),
    reason,
    deliveries,
    error: error?.error,
    deleted: deleted.status,
    wrong: { nowhere, paused, secret },
  }
}

/** Tells what an alert says: its type narrows its data. */
export function describeAlert(alert: Alert): string {
  switch (alert.type) {
    case 'geomagnetic.storm_started':
      return `storm ${alert.data.level}`
    case 'launch.net_changed':
      return `launch ${alert.data.name}`
    case 'webhook.ping':
      // @ts-expect-error a ping has no level
      return `ping of ${alert.data.webhook_id}${alert.data.level ?? ''}`
    default:
      return `${alert.type} ${alert.sequence}`
  }
}

// @ts-expect-error a type that there is not
export const unknown: keyof webhooks = 'weather.changed'
// @ts-expect-error data of another type
export const mistaken: Schemas['StormStartedAlert']['data'] = { webhook_id: 'wh_1', url: '/' }
