import { type Breach, type Chapter, type Check, NotChecked } from '#doctor/check'
import { caching } from '#doctor/clauses/caching'
import { envelope } from '#doctor/clauses/envelope'
import { errors, everyAnswer } from '#doctor/clauses/every-answer'
import { freshness } from '#doctor/clauses/freshness'
import { issuance } from '#doctor/clauses/issuance'
import { keys } from '#doctor/clauses/keys'
import { methods } from '#doctor/clauses/methods'
import { openapi } from '#doctor/clauses/openapi'
import { parameters } from '#doctor/clauses/parameters'
import { quota } from '#doctor/clauses/quota'
import { service } from '#doctor/clauses/service'
import { speedtest } from '#doctor/clauses/speedtest'
import { tle } from '#doctor/clauses/tle'
import type { Patient } from '#doctor/patient'

/** How a check ended. */
export interface Finding extends Pick<Check, 'id' | 'clause' | 'holds'> {
  readonly chapter: string
  readonly state: 'held' | 'broken' | 'skipped'
  /** What is broken and where, or why nothing can be said; empty when it holds. */
  readonly because: readonly string[]
}

/** In the order in which they are made: what looks at all answers comes last, and the document at the very end. */
const chapters: readonly Chapter[] = [
  keys,
  methods,
  envelope,
  freshness,
  caching,
  quota,
  parameters,
  tle,
  speedtest,
  service,
  everyAnswer,
  errors,
  openapi,
]

/** Makes every check, one after the other; throws a Failure when the deployment does not answer at all. */
export async function examine(
  patient: Patient,
  { issueKey, onFinding }: { readonly issueKey: boolean; readonly onFinding?: (finding: Finding) => unknown },
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { title, checks } of issueKey ? [issuance, ...chapters] : chapters) {
    for (const check of checks) {
      const finding = await findingOf(title, check, patient)
      findings.push(finding)
      await onFinding?.(finding)
    }
  }
  return findings
}

async function findingOf(chapter: string, check: Check, patient: Patient): Promise<Finding> {
  const { id, clause, holds } = check
  try {
    const breaches = await check.look(patient)
    for (const { exchange, aspect } of breaches) patient.blame(exchange, aspect)
    const state = breaches.length > 0 ? 'broken' : 'held'
    return { id, clause, holds, chapter, state, because: [...new Set(breaches.map(inWords))] }
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error
    return { id, clause, holds, chapter, state: 'skipped', because: [error.message] }
  }
}

function inWords({ exchange, words }: Breach): string {
  return `${exchange.method} ${exchange.path}: ${words}`
}
