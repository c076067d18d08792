import { problemTypes } from '#kernel/kit/problem'

/** Errors about space weather. */
export const spaceWeatherProblems = problemTypes({
  forecast_not_found: {
    status: 404,
    message: 'No forecast issued before this time is stored.',
  },
  value_not_found: { status: 404, message: 'No value is recorded for this time.' },
})
