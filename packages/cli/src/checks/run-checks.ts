import { type Check, type CheckGroup, SkippedCheck, type Violation } from '#checks/check'
import { caching } from '#checks/groups/caching'
import { compression } from '#checks/groups/compression'
import { customShells } from '#checks/groups/custom-shells'
import { envelope } from '#checks/groups/envelope'
import { errors, everyResponse } from '#checks/groups/every-response'
import { freshness } from '#checks/groups/freshness'
import { issuance } from '#checks/groups/issuance'
import { keys } from '#checks/groups/keys'
import { methods } from '#checks/groups/methods'
import { openapi } from '#checks/groups/openapi'
import { parameters } from '#checks/groups/parameters'
import { quota } from '#checks/groups/quota'
import { selections } from '#checks/groups/selections'
import { service } from '#checks/groups/service'
import { speedtest } from '#checks/groups/speedtest'
import { tle } from '#checks/groups/tle'
import { webhooks } from '#checks/groups/webhooks'
import type { Target } from '#checks/target'

/** Result of a check. */
export interface CheckResult extends Pick<Check, 'id' | 'clause' | 'expects'> {
  readonly group: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Violations, or the reason for skipping; empty if it passed. */
  readonly reasons: readonly string[]
}

/** In order of execution: checks of all responses are last, and the OpenAPI document at the very end. */
export const checkGroups: readonly CheckGroup[] = [
  issuance,
  keys,
  methods,
  envelope,
  freshness,
  caching,
  compression,
  quota,
  parameters,
  selections,
  tle,
  webhooks,
  customShells,
  speedtest,
  service,
  everyResponse,
  errors,
  openapi,
]

/**
 * Runs all checks, one after another.
 * @throws CliError if the deployment does not respond
 */
export async function runChecks(
  target: Target,
  {
    issueKey,
    onResult,
  }: { readonly issueKey: boolean; readonly onResult?: (result: CheckResult) => unknown },
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const group of checkGroups) {
    if (group === issuance && !issueKey) continue
    const { title, checks } = group
    for (const check of checks) {
      const result = await runCheck(title, check, target)
      results.push(result)
      await onResult?.(result)
    }
  }
  return results
}

async function runCheck(group: string, check: Check, target: Target): Promise<CheckResult> {
  const { id, clause, expects } = check
  try {
    const found = await check.run(target)
    for (const { exchange, aspect } of found) target.attribute(exchange, aspect)
    const state = found.length > 0 ? 'failed' : 'passed'
    return { id, clause, expects, group, state, reasons: [...new Set(found.map(describeViolation))] }
  } catch (error) {
    if (!(error instanceof SkippedCheck)) throw error
    return { id, clause, expects, group, state: 'skipped', reasons: [error.message] }
  }
}

function describeViolation({ exchange, message }: Violation): string {
  return `${exchange.method} ${exchange.path}: ${message}`
}
