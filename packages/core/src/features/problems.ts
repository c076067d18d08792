import { streamTicketProblems } from '#accounts/stream-tickets/problems'
import { webhookProblems } from '#alerts/webhooks/problems'
import { launchProblems } from '#catalogue/launches/problems'
import { catalogueProblems } from '#catalogue/problems'
import { customShellProblems } from '#debris/custom-shells/problems'
import { shellProblems } from '#debris/problems'
import { reportProblems } from '#debris/reports/problems'
import { problems as kernelProblems } from '#kit/problem'
import { statusProblems } from '#site/status/problems'
import { spaceWeatherProblems } from '#space-weather/problems'

/** The errors of the API by code, with their statuses and default messages. An instance sends no other code. */
export const problems = {
  ...kernelProblems,
  ...streamTicketProblems,
  ...spaceWeatherProblems,
  ...catalogueProblems,
  ...launchProblems,
  ...shellProblems,
  ...customShellProblems,
  ...reportProblems,
  ...webhookProblems,
  ...statusProblems,
}

/** A stable error code of the API. */
export type ProblemCode = keyof typeof problems
