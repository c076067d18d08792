import { createStreamTicket } from '#features/stream-tickets/stream-tickets'
import type { Feature } from '#kernel/endpoint/feature'

/** Tickets that open one event stream each. Features with streams need it. */
export const streamTickets: Feature = { name: 'stream-tickets', endpoints: [createStreamTicket] }
