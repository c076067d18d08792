import type { CheckResult } from '#doctor/run-checks'
import { findSignatureFault } from '#doctor/signature-fault'
import { readApiKey } from '#kit/api-key'
import { colorize, type Style } from '#kit/colors'
import { CliError, UsageError } from '#kit/errors'
import { cutToWidth } from '#kit/fit-text'
import { parseBaseUrl } from '#kit/http-url'
import { formatCount, printJson, sanitize } from '#kit/print'
import type { Terminal } from '#kit/terminal'

interface DoctorFlags {
  readonly key?: string
  readonly keyFile?: string
  readonly issueKey?: true
  readonly json?: true
}

/** Checks a deployment against the contract over HTTP; fails on a violation. */
export async function doctor(base: string, flags: DoctorFlags, terminal: Terminal): Promise<void> {
  const address = parseBaseUrl(base)
  if (address === undefined)
    throw new UsageError(
      'doctor takes an http or https URL without a query or user name',
      'Example: space-data doctor http://127.0.0.1:8787',
    )
  const key = await readApiKey(flags, terminal.env)
  const [{ Target }, { runChecks }] = await Promise.all([
    import('#doctor/target'),
    import('#doctor/run-checks'),
  ])
  const target = new Target(address, { key, findSignatureFault })
  const from = performance.now()
  const print = resultPrinter(terminal)
  const results = await runChecks(target, {
    issueKey: flags.issueKey === true,
    ...(!flags.json && { onResult: print }),
  })
  const requests = target.exchanges.length
  const seconds = (performance.now() - from) / 1_000
  const count = (state: CheckResult['state']) => results.filter((result) => result.state === state).length
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  if (flags.json) {
    const duration_ms = Math.round(1_000 * seconds)
    await printJson({ base_url: address, requests, duration_ms, ...counts, checks: results }, terminal)
  } else {
    const { passed, failed, skipped } = counts
    await terminal.out(
      `\n${results.length} checks: ${passed} passed, ${failed} failed, ${skipped} skipped; ` +
        `${requests} requests in ${seconds.toFixed(1)} s\n`,
    )
    if (target.key === undefined)
      terminal.err('The skipped checks need a key: pass --key-file, --key or --issue-key\n')
  }
  if (counts.failed > 0)
    throw new CliError(`${address} fails ${formatCount(counts.failed, 'check')} of the contract`, CONTRACT)
}

const SIGNS: Readonly<Record<CheckResult['state'], { readonly sign: string; readonly style: Style }>> = {
  passed: { sign: '✓', style: 'success' },
  failed: { sign: '✗', style: 'error' },
  skipped: { sign: '–', style: 'warning' },
}

const MAX_REASONS = 5
const CONTRACT = 'The clauses are in docs/contract.md'

/** Returns a function that prints each result below the title of its group. */
function resultPrinter(terminal: Terminal): (result: CheckResult) => Promise<void> {
  let group = ''
  return async (result) => {
    const { state, id, clause, expects, reasons } = result
    const lines: string[] = []
    if (result.group !== group) {
      if (group !== '') lines.push('')
      group = result.group
      lines.push(colorize(group, 'title', terminal.colors))
    }
    const { sign, style } = SIGNS[state]
    const where = colorize(`${id}, ${shortenClauses(clause)}`, 'muted', terminal.colors)
    const skipped = state === 'skipped' ? `: skipped, ${cutToWidth(sanitize(reasons.join(', ')), 100)}` : ''
    lines.push(`  ${colorize(sign, style, terminal.colors)} ${expects}  ${where}${skipped}`)
    const failures = state === 'failed' ? foldReasons(reasons) : []
    for (const reason of failures.slice(0, MAX_REASONS)) {
      lines.push(`      ${colorize(reason, style, terminal.colors)}`)
    }
    if (failures.length > MAX_REASONS) lines.push(`      and ${failures.length - MAX_REASONS} more`)
    await terminal.out(`${lines.join('\n')}\n`)
  }
}

/** Returns a line for each message: its first request, and the number of further ones. */
function foldReasons(reasons: readonly string[]): string[] {
  const byMessage = new Map<string, string[]>()
  for (const reason of reasons) {
    const message = reason.slice(reason.indexOf(': '))
    byMessage.set(message, [...(byMessage.get(message) ?? []), reason])
  }
  return [...byMessage.values()].map(([first = '', ...others]) => {
    const line = cutToWidth(sanitize(first), 200)
    return others.length > 0 ? `${line}, and ${formatCount(others.length, 'more request')}` : line
  })
}

/** Names the first clauses; `--json` has all. */
function shortenClauses(clause: string): string {
  const all = clause.split(', ')
  return all.length > 4 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : clause
}
