import { problemTypes } from '#kernel/kit/problem'

/** Errors about launches. */
export const launchProblems = problemTypes({
  launch_not_found: { status: 404, message: 'Launch Library has no launch with this id.' },
})
