import { problemTypes } from '#kernel/kit/problem'

/** Errors about shells. */
export const shellProblems = problemTypes({
  shell_not_populated: {
    status: 404,
    message: 'This shell has not been computed yet. See the Retry-After header.',
    isTemporary: true,
  },
  run_too_old: {
    status: 410,
    message: 'Changes since this run are no longer known. Read the complete list.',
  },
})
