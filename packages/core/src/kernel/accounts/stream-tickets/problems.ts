import { problemTypes } from '#kernel/kit/problem'

/** Errors about stream tickets. */
export const streamTicketProblems = problemTypes({
  invalid_ticket: {
    status: 401,
    message:
      'This stream ticket is unknown, used or older than 60 s, or its key has ended. Request a new one: ' +
      'POST /v1/stream-tickets.',
  },
})
