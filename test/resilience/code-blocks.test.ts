import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { blocksOf, type CodeBlock, pages, ROOT } from '../support/markdown.mjs'
import { parseYaml } from '../support/yaml.ts'

/** Programs and shells. */
const PATIENT = { timeout: 300_000 }

/** The key that the pages show; the one of the server that the test starts takes its place. */
const SHOWN_KEY = /sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17/g

const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const hasPython = has('python3')
const hasTomlParser = hasPython && spawnSync('python3', ['-c', 'import tomllib']).status === 0

/** What a block of a language must pass; `docs.test.ts` lists the languages. */
const checkers: Readonly<Record<string, (block: CodeBlock) => void>> = {
  // Those that say so are run below, page by page.
  sh: ({ code }) => void pipe('bash', ['-n'], code),
  python: ({ code }) => {
    const compile = 'import sys; compile(sys.stdin.read(), "block", "exec")'
    if (hasPython) pipe('python3', ['-c', compile], code)
  },
  json: ({ code }) => void JSON.parse(code),
  yaml: ({ code }) => {
    // Home Assistant's own tag is none of YAML's.
    parseYaml(code.replaceAll('!secret ', ''))
  },
  toml: ({ code }) => {
    if (hasTomlParser) pipe('python3', ['-c', 'import sys, tomllib; tomllib.loads(sys.stdin.read())'], code)
  },
  ini: ({ code }) => {
    for (const line of linesOf(code)) expect(line).toMatch(/^(\[\w+\]|\w+=.+)$/)
    if (has('systemd-analyze')) verifyUnits(code)
  },
  nginx: ({ code }) => {
    const lines = code
      .replace(/#.*$/gm, '')
      .split('\n')
      .filter((line) => line.trim())
    for (const line of lines) expect(line).toMatch(/[;{}]\s*$/)
    expect(code.split('{').length).toBe(code.split('}').length)
  },
  go: ({ code }) => {
    for (const [open = '', close = ''] of ['{}', '()', '[]'])
      expect(code.split(open).length).toBe(code.split(close).length)
  },
}

const blocks = pages().flatMap(blocksOf)
const nameOf = ({ page, line }: CodeBlock) => `${page}:${line}`

describe('code blocks', () => {
  test.each(blocks.map((block) => [nameOf(block), block] as const))('%s can be parsed', (_, block) => {
    checkers[block.language]?.(block)
  })
})

describe('blocks that are run, against a sample server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-docs-'))
  // Where a program finds the packages of the workspace.
  const programs = mkdtempSync(join(ROOT, 'test', '.readme-'))
  const env: Record<string, string> = {
    XDG_DATA_HOME: join(folder, 'data'),
    SPACE_DATA_STORE: `sqlite:${join(folder, 'store.sqlite')}`,
    SPACE_DATA_LIMITS_ISSUANCE_PER_IPV4: '100',
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  }
  let server: ReturnType<typeof start>
  let origin = ''

  beforeAll(async () => {
    mkdirSync(join(folder, 'bin'))
    const program = join(folder, 'bin', 'space-data')
    writeFileSync(
      program,
      `#!/bin/sh\nexec "${process.execPath}" "${ROOT}packages/cli/bin/space-data.mjs" "$@"\n`,
    )
    chmodSync(program, 0o755)
    server = start(program, ['serve', '--sample', '--hapi', '--port', '0'], { cwd: folder, env })
    origin = (await server.says(HOME))[1] ?? ''
    const order = ['keys', 'issue', '--tier', 'pro', '--label', 'docs', '--sample']
    env['KEY'] = execFileSync(program, order, {
      stdio: 'pipe',
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    }).trim()
    env['SPACE_DATA'] = origin
  }, PATIENT.timeout)

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    for (const made of [folder, programs]) rmSync(made, { recursive: true, force: true })
  })

  const runnable = pages()
    .map((page) => [page, blocksOf(page)] as const)
    .filter(([, all]) => all.some(isRun))

  test.each(runnable)('%s', PATIENT, (page, all) => {
    const home = join(folder, page.replace(/\W/g, '-'))
    mkdirSync(home)
    // One shell for the page, so that a variable of one block is there in the next.
    const script = all
      .map((block, i) => (isRun(block) ? commandOf(block, join(home, String(i))) : ''))
      .join('\n')
    const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: home,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    expect([page, status, status === 0 ? '' : stderr]).toEqual([page, 0, ''])
    for (const [i, block] of all.entries()) {
      const shown = all[i + 1]
      if (!isRun(block) || block.language !== 'sh' || !shown) continue
      const printed = readFileSync(join(home, String(i)), 'utf8')
      if (shown.language === 'json')
        expect([nameOf(shown), shapeOf(JSON.parse(printed))]).toEqual([
          nameOf(shown),
          shapeOf(JSON.parse(shown.code)),
        ])
      // The tutorial's elements of the ISS change with the clock; `test/readme.test.ts` checks their form.
      if (shown.language === 'text' && !shown.code.startsWith('ISS '))
        expect([nameOf(shown), withoutCounts(printed)]).toEqual([nameOf(shown), withoutCounts(shown.code)])
    }
  })

  function commandOf({ page, line, language, code }: CodeBlock, output: string): string {
    const here = code.replaceAll('http://127.0.0.1:8787', origin).replace(SHOWN_KEY, env['KEY'] ?? '')
    if (language === 'sh') return `{\n${here}\n} > '${output}'`
    if (language === 'python') return hasPython ? `python3 - > '${output}' <<'PYTHON'\n${here}\nPYTHON` : ''
    const file = join(programs, `${page.replace(/\W/g, '-')}-${line}.mjs`)
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
    writeFileSync(file, ts.transpileModule(here, { compilerOptions }).outputText)
    return `'${process.execPath}' '${file}' > '${output}'`
  }
})

function isRun({ mode }: CodeBlock): boolean {
  return mode === 'run'
}

function pipe(program: string, args: readonly string[], input: string): string {
  return execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Checks systemd units, each behind a comment with its path. */
function verifyUnits(code: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-units-'))
  const units = code.split(/^# \/etc\/systemd\/system\//m).slice(1)
  const files = units.map((unit) => join(folder, /^[\w@.-]+/.exec(unit)?.[0] ?? ''))
  for (const [i, file] of files.entries()) writeFileSync(file, `# ${units[i]}`)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([units.length > 0, status, stderr]).toEqual([true, 0, ''])
}

/** The lines that say something. */
function linesOf(code: string): string[] {
  return code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** A text without what changes from one run to the next: the seconds left of a day, and long numbers. */
function withoutCounts(text: string): string {
  return text.replaceAll('\r', '').replace(/\bt=\d+|\d{4,}/g, '#')
}

/** The types of all values; of some fields the values themselves, of messages without their counts. */
function shapeOf(value: unknown, name = ''): unknown {
  if (name === 'message') return withoutCounts(String(value))
  if (/^(source|error|tier)$/.test(name)) return value
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member, key)]))
}
