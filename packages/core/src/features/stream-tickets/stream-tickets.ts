import * as v from 'valibot'
import { TICKETS_PER_MINUTE } from '#kernel/accounts/stream-tickets/stream-tickets'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'
import { uncachedJsonResponse } from '#kernel/endpoint/json-response'
import { instant, named, text } from '#kernel/endpoint/schemas'

const issued = v.strictObject({
  ticket: text('Value of the query parameter `ticket` of a stream', 'tkt_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0m'),
  expires_at: instant('Instant until which the ticket opens a stream'),
})

/** Issues a ticket that opens one stream where a client cannot send the key in a header. */
export const createStreamTicket = declareEndpoint({
  method: 'POST',
  path: '/v1/stream-tickets',
  operationId: 'createStreamTicket',
  summary: 'Request a ticket for one event stream',
  description:
    'For `EventSource`, which sends no headers: `?ticket=` replaces the key at every path with server-sent ' +
    'events, for one request within 60 s. The stream belongs to the account of the key, counts as one of its ' +
    'requests and streams, and ends with the key. The ticket is useless from the first request that sends ' +
    `it, and once the key has ended. An account may request ${TICKETS_PER_MINUTE} tickets per minute.`,
  tag: 'Keys',
  access: 'key',
  isOfAccount: true,
  success: {
    status: 200,
    description: 'The ticket, returned only once',
    content: { 'application/json': envelopeOf(named('StreamTicket', issued)) },
  },
  async respond({ account = '', tier = '', keyId, context, now }) {
    const { ticket, expiresAt } = await context.accounts.streamTickets.issue({ account, tier, keyId })
    const response = uncachedJsonResponse({ ticket, expires_at: expiresAt }, now)
    return { ...response, headers: [...response.headers, 'vary', 'Authorization, X-API-Key'] }
  },
})
