import type { SpaceDataOptions } from '@space-data/core'
import { type Receivers, receivers, withReceivers } from '../../support/receivers.ts'
import { type TestService, testService } from '../../support/service.ts'

const ROOT = '/v1/webhooks'
export const RECEIVER = 'https://receiver.example/alerts'

type Reply = Awaited<ReturnType<TestService['ask']>>

/** An account with one key, and what it sends to `/v1/webhooks`. */
interface Client {
  readonly key: string
  send(method: string, path?: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Creates a webhook and returns its data. */
  create(body?: object): Promise<Record<string, string>>
}

interface WebhookService extends TestService {
  readonly receivers: Receivers
  clientOf(tier: string, account?: string): Promise<Client>
}

/** A service with receivers in this process, and clients of its webhooks. */
export async function webhookService(options: SpaceDataOptions = {}): Promise<WebhookService> {
  const sender = receivers()
  const service = await testService({ ...withReceivers(sender), ...options })
  const { base } = service.spaceData
  async function clientOf(tier: string, account?: string): Promise<Client> {
    const { key } = await service.spaceData.keys.issue({ tier, label: 'test', ...(account && { account }) })
    const send: Client['send'] = (method, path = '', body, headers = {}) => {
      const isText = typeof body === 'string' || body === undefined
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = { 'x-api-key': key, ...type, ...headers }
      return service.ask(method, base + ROOT + path, sent, undefined, isText ? body : JSON.stringify(body))
    }
    const create: Client['create'] = async (body = {}) => {
      return (await send('POST', '', { url: RECEIVER, ...body })).json.data
    }
    return { key, send, create }
  }
  return { ...service, receivers: sender, clientOf }
}
