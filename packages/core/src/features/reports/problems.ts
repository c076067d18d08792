import { problemTypes } from '#kernel/kit/problem'

/** Errors about monthly reports. */
export const reportProblems = problemTypes({
  report_not_found: {
    status: 404,
    message: 'There is no report for this month. Reports are generated on the 1st of the next month.',
  },
})
