import { problemTypes } from '#kernel/kit/problem'

/** Errors about the state of the instance. */
export const statusProblems = problemTypes({
  not_ready: { status: 503, message: 'This instance is not ready for requests.' },
})
