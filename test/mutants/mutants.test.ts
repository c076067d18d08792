import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { mutants } from './mutants.ts'
import { MUTATED } from './plugin.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
/** The reports of the runs, and the compiled modules that they share: all but the one with the mistake. */
const temporary = mkdtempSync(join(tmpdir(), 'space-data-mutants-'))
afterAll(() => rmSync(temporary, { recursive: true }))

/** The parts of Vitest's JSON report that are used. */
interface Report {
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string
    /** Why the file could not be loaded; empty if it was. */
    readonly message: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

// In each run the process that compiles and the one that runs the tests wait for each other.
vi.setConfig({ maxConcurrency: 2 })

test.concurrent.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'a test fails with the mistake "%s"',
  { timeout: 300_000 },
  async (name, { file, tests }) => {
    const files = tests.map((each) => `test/${each}.test.ts`)
    const missing = files.filter((each) => !existsSync(join(folder, '..', each)))
    expect(missing, 'test files that the mutant names do not exist').toEqual([])

    const { testResults, printed } = await runWith(name, files)
    expect(testResults.length, `the project units does not have ${files}`).toBe(files.length)
    expect(printed, `${files} did not load ${file}, or it does not compile`).toContain(MUTATED + file)
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed'),
    )
    const reasons = testResults.map(({ message }) => message).join('\n')
    expect(failed.length, `no test of ${files} failed ${reasons}`).toBeGreaterThan(0)
  },
)

/** Runs test files in a Vitest of its own, whose failures are none of this run. */
async function runWith(name: string, files: readonly string[]): Promise<Report & { printed: string }> {
  const report = join(temporary, `${mutants.findIndex((each) => each.name === name)}.json`)
  const cache = [
    '--experimental.fsModuleCache',
    `--experimental.fsModuleCachePath=${join(temporary, 'modules')}`,
  ]
  const reported = ['--bail=1', '--reporter=json', `--outputFile=${report}`]
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=units',
      '--maxWorkers=1',
      ...reported,
      ...cache,
      ...files,
    ],
    {
      cwd: folder,
      env: { ...process.env, MUTANT: name, TIER: 'test' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n')
  expect(existsSync(report), `Vitest ended without a report: ${printed}`).toBe(true)
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as Report), printed }
}
