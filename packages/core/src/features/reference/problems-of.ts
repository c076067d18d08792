import type { Endpoint } from '#kernel/endpoint/endpoint'
import { type ProblemType, problems, problemType } from '#kernel/kit/problem'

/** Returns the errors that a service with these endpoints sends, by status. */
export function problemsOf(endpoints: readonly Pick<Endpoint, 'problems'>[]): readonly ProblemType[] {
  const declared = endpoints.flatMap((endpoint) => endpoint.problems.map(problemType))
  const all = new Map([...Object.values(problems), ...declared].map((type) => [type.code, type]))
  return [...all.values()].sort((one, other) => one.status - other.status)
}
