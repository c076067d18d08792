import { problemTypes } from '#kernel/kit/problem'

/** Errors about webhooks. */
export const webhookProblems = problemTypes({
  webhook_not_found: {
    status: 404,
    message: 'This account has no webhook with this id. See GET /v1/webhooks.',
  },
  receiver_refused: {
    status: 400,
    message: 'Webhooks are not sent to this receiver: it must be a public https URL that responds with 2xx.',
  },
  webhook_limit_reached: {
    status: 409,
    message: 'This account has reached the number of webhooks in its tier. Delete one first.',
  },
  webhook_disabled: {
    status: 409,
    message: 'This webhook is disabled. Enable it first: PATCH it with {"status": "active"}.',
  },
})
