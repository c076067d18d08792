import { type Check, type CheckGroup, SkippedCheck } from '#doctor/check'
import { caching } from '#doctor/groups/caching'
import { compat } from '#doctor/groups/compat'
import { compression } from '#doctor/groups/compression'
import { data } from '#doctor/groups/data'
import { document } from '#doctor/groups/document'
import { freshness } from '#doctor/groups/freshness'
import { issuance } from '#doctor/groups/issuance'
import { keys } from '#doctor/groups/keys'
import { methods } from '#doctor/groups/methods'
import { parameters } from '#doctor/groups/parameters'
import { people } from '#doctor/groups/people'
import { quota } from '#doctor/groups/quota'
import { responses } from '#doctor/groups/responses'
import { selections } from '#doctor/groups/selections'
import { service } from '#doctor/groups/service'
import { signatures } from '#doctor/groups/signatures'
import { sky } from '#doctor/groups/sky'
import { speedtest } from '#doctor/groups/speedtest'
import { tle } from '#doctor/groups/tle'
import type { Target } from '#doctor/target'

/** Result of a check. */
export interface CheckResult extends Pick<Check, 'id' | 'clause' | 'expects'> {
  readonly group: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Violations, or the reason for skipping; empty if the check passed. */
  readonly reasons: readonly string[]
}

/** In order of execution: checks of all responses are last, and the OpenAPI document at the very end. */
export const checkGroups: readonly CheckGroup[] = [
  issuance,
  keys,
  methods,
  parameters,
  data,
  freshness,
  caching,
  compression,
  signatures,
  quota,
  selections,
  sky,
  people,
  tle,
  compat,
  speedtest,
  service,
  responses,
  document,
]

/**
 * Runs checks, one after another.
 * @throws CliError if the deployment does not respond
 */
export async function runChecks(
  target: Target,
  {
    groups = checkGroups,
    issueKey,
    onResult,
  }: {
    readonly groups?: readonly CheckGroup[]
    readonly issueKey: boolean
    readonly onResult?: (result: CheckResult) => unknown
  },
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const group of groups) {
    if (group === issuance && !issueKey) continue
    for (const check of group.checks) {
      const result = await runCheck(group.title, check, target)
      results.push(result)
      await onResult?.(result)
    }
  }
  return results
}

async function runCheck(group: string, check: Check, target: Target): Promise<CheckResult> {
  const { id, clause, expects } = check
  try {
    const reasons = [...new Set(await check.run(target))]
    return { id, clause, expects, group, state: reasons.length > 0 ? 'failed' : 'passed', reasons }
  } catch (error) {
    if (!(error instanceof SkippedCheck)) throw error
    return { id, clause, expects, group, state: 'skipped', reasons: [error.message] }
  }
}
