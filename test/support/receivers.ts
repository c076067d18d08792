import type { SpaceDataOptions } from '@space-data/core'
import type { WebhookRequest, WebhookResponse, WebhookSender } from '@space-data/core/alerts'

/** Receivers of webhooks that exist in this process only. */
export interface Receivers extends WebhookSender {
  /** What was sent, in order. */
  readonly received: WebhookRequest[]
  /** How they answer; all answer 204 at first. */
  answer: (request: WebhookRequest) => WebhookResponse | Promise<WebhookResponse>
  /** Throws what a sender throws for a URL that it refuses; none is refused at first. */
  refuse: (url: string) => void
}

export const answered = (status: number, body = ''): WebhookResponse => ({ status, retryAfter: null, body })

export function receivers(): Receivers {
  const all: Receivers = {
    received: [],
    answer: () => answered(204),
    refuse: () => {},
    async check(url) {
      all.refuse(url)
    },
    async send(request) {
      all.refuse(request.url)
      all.received.push(request)
      return all.answer(request)
    },
  }
  return all
}

/** Options of an instance that offers webhooks. */
export const withReceivers = (sender: WebhookSender = receivers()) => ({
  webhooks: { secret: 'a master secret of tests, 32 characters', sender },
})

/** Options of a service that offers no webhooks. */
export const withoutReceivers = { webhooks: undefined } as unknown as SpaceDataOptions
