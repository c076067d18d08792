import { readFile } from 'node:fs/promises'
import type { Finding } from '#doctor/examine'
import { codeOf, Failure, inOneLine, UsageError } from '#failure'
import { type Given, given } from '#given'
import { painted, type Style } from '#paint'
import { printable, printJson } from '#print'
import type { Terminal } from '#terminal'

interface DoctorFlags {
  readonly key?: string
  readonly keyFile?: string
  readonly issueKey?: true
  readonly json?: true
}

/** Holds a deployment against the specification, over HTTP alone; fails on a breach. */
export async function doctor(base: string, flags: DoctorFlags, terminal: Terminal): Promise<void> {
  const address = addressOf(base)
  const key = await keyOf(flags, terminal.env)
  const [{ Patient }, { examine }] = await Promise.all([import('#doctor/patient'), import('#doctor/examine')])
  const patient = new Patient(address, { key })
  const from = performance.now()
  const print = printerOf(terminal)
  const findings = await examine(patient, {
    issueKey: flags.issueKey === true,
    ...(!flags.json && { onFinding: print }),
  })
  const requests = patient.exchanges.length
  const seconds = (performance.now() - from) / 1_000
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const counts = { held: count('held'), broken: count('broken'), skipped: count('skipped') }
  if (flags.json) {
    const duration_ms = Math.round(1_000 * seconds)
    await printJson({ base_url: address, requests, duration_ms, ...counts, checks: findings }, terminal)
  } else {
    const { held, broken, skipped } = counts
    await terminal.out(
      `\n${findings.length} checks: ${held} held, ${broken} broken, ${skipped} skipped; ` +
        `${requests} requests in ${seconds.toFixed(1)} s\n`,
    )
    if (patient.key === undefined) terminal.err('The rest needs a key: --key-file, --key or --issue-key\n')
  }
  if (counts.broken > 0)
    throw new Failure(`${address} breaks ${counts.broken === 1 ? 'a clause' : `${counts.broken} clauses`}`)
}

function addressOf(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : undefined
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new UsageError(
    'doctor takes an http or https address, without a query or a user name',
    'Such as http://127.0.0.1:8787 or https://space.example',
  )
}

async function keyOf(flags: DoctorFlags, env: Terminal['env']): Promise<string | undefined> {
  const { key, keyFile } = flags
  if (key !== undefined && keyFile !== undefined)
    throw new UsageError('--key and --key-file exclude each other')
  const found: Given | undefined =
    keyFile === undefined
      ? given(key, ['--key', 'SPACE_DATA_KEY'], env)
      : { text: await textOf(keyFile), from: '--key-file' }
  if (!found) return undefined
  const text = found.text.trim()
  // Never repeated: it may be a key with a slip in it.
  if (/^[!-~]{20,200}$/.test(text)) return text
  throw new UsageError(`${found.from} holds no key: one has no spaces and ends in 36 letters and digits`)
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const fault = codeOf(error) === 'ENOENT' ? 'there is no such file' : inOneLine(error)
    throw new UsageError(`cannot read ${file}: ${fault}`, undefined, error)
  }
}

const SIGNS: Readonly<Record<Finding['state'], { readonly sign: string; readonly style: Style }>> = {
  held: { sign: '✓', style: 'good' },
  broken: { sign: '✗', style: 'bad' },
  skipped: { sign: '–', style: 'warning' },
}

const MOST_REASONS = 5

/** Prints each finding as it comes, under the title of its chapter. */
function printerOf(terminal: Terminal): (finding: Finding) => Promise<void> {
  let chapter = ''
  return async (finding) => {
    const { state, id, clause, holds, because } = finding
    const lines: string[] = []
    if (finding.chapter !== chapter) {
      if (chapter !== '') lines.push('')
      chapter = finding.chapter
      lines.push(painted(chapter, 'title', terminal.colours))
    }
    const { sign, style } = SIGNS[state]
    const where = painted(`${id}, ${clause}`, 'quiet', terminal.colours)
    const skipped = state === 'skipped' ? `: skipped, ${printable(because.join(', '), 100)}` : ''
    lines.push(`  ${painted(sign, style, terminal.colours)} ${holds}  ${where}${skipped}`)
    const broken = state === 'broken' ? because : []
    for (const reason of broken.slice(0, MOST_REASONS)) {
      lines.push(`      ${painted(printable(reason, 200), style, terminal.colours)}`)
    }
    if (broken.length > MOST_REASONS) lines.push(`      and ${broken.length - MOST_REASONS} more`)
    await terminal.out(`${lines.join('\n')}\n`)
  }
}
