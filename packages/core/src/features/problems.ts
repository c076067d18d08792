import { customShellProblems } from '#features/custom-shells/problems'
import { shellProblems } from '#features/debris/problems'
import { launchProblems } from '#features/launches/problems'
import { objectProblems } from '#features/objects/problems'
import { reportProblems } from '#features/reports/problems'
import { spaceWeatherProblems } from '#features/space-weather/problems'
import { statusProblems } from '#features/status/problems'
import { webhookProblems } from '#features/webhooks/problems'
import { streamTicketProblems } from '#kernel/accounts/stream-tickets/problems'
import { problems as kernelProblems } from '#kernel/kit/problem'

/** The errors of the API by code, with their statuses and default messages. An instance sends no other code. */
export const problems = {
  ...kernelProblems,
  ...streamTicketProblems,
  ...spaceWeatherProblems,
  ...objectProblems,
  ...launchProblems,
  ...shellProblems,
  ...customShellProblems,
  ...reportProblems,
  ...webhookProblems,
  ...statusProblems,
}

/** A stable error code of the API. */
export type ProblemCode = keyof typeof problems
