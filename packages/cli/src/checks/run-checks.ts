import { type Check, type CheckGroup, SkippedCheck } from '#checks/check'
import { caching } from '#checks/groups/caching'
import { compression } from '#checks/groups/compression'
import { data } from '#checks/groups/data'
import { document } from '#checks/groups/document'
import { freshness } from '#checks/groups/freshness'
import { issuance } from '#checks/groups/issuance'
import { keys } from '#checks/groups/keys'
import { methods } from '#checks/groups/methods'
import { parameters } from '#checks/groups/parameters'
import { quota } from '#checks/groups/quota'
import { responses } from '#checks/groups/responses'
import { selections } from '#checks/groups/selections'
import { service } from '#checks/groups/service'
import { signatures } from '#checks/groups/signatures'
import { speedtest } from '#checks/groups/speedtest'
import { tle } from '#checks/groups/tle'
import type { Target } from '#checks/target'

/** Result of a check. */
export interface CheckResult extends Pick<Check, 'id' | 'clause' | 'expects'> {
  readonly group: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What is wrong, or the reason for skipping; empty if it passed. */
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
  tle,
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
