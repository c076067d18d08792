import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createOpenApi } from '../../../../packages/core/src/features/reference/openapi/document.ts'
import { describeAll, endpoints } from '../../../support/table.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const text = JSON.stringify(describeAll())
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-data-openapi-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe.concurrent('the document, linted with what redocly.yaml and .spectral.yaml waive', {
  timeout: 300_000,
}, () => {
  test('Redocly has nothing to say', async ({ expect }) => {
    const file = await written('redocly.json', text)
    const { code, stdout } = await run('redocly', ['lint', file, '--format', 'json'])
    expect(JSON.parse(stdout).problems).toEqual([])
    expect(code).toBe(0)
  })

  test('Spectral has nothing to say, OWASP rules included', async ({ expect }) => {
    const { code, problems } = await spectral('spectral.json', text)
    expect(problems).toEqual([])
    expect(code).toBe(0)
  })

  test('the rules that .spectral.yaml narrows still bite', async ({ expect }) => {
    const few = endpoints.filter(({ tag }) => ['Keys', 'Objects', 'TLE', 'Speed test'].includes(tag))
    const bitten = JSON.stringify(createOpenApi(few))
      .replaceAll('"RateLimit":{"$ref"', '"X-Other":{"$ref"')
      .replaceAll('"Access-Control-Allow-Origin":{"$ref"', '"X-Another":{"$ref"')
      .replaceAll(/"(400|401|429)":/g, '"418":')
      .replaceAll('"format":"int32"', '"x-format":"int32"')
      .replaceAll('"maximum":999999999', '"x-maximum":999999999')
      .replaceAll('"pattern":"^[', '"x-pattern":"^[')
      .replaceAll('"in":"header","name":"x-api-key"', '"in":"query","name":"key"')
      .replaceAll('"label":{"type":"string"', '"label":{"type":"array","items":{"type":"boolean"}')
    const { code, problems } = await spectral('bitten.json', bitten)
    const owasp = problems.map((problem) => problem.code).filter((rule) => rule.startsWith('owasp:'))
    expect([...new Set(owasp)].sort()).toEqual([
      'owasp:api2:2023-no-api-keys-in-url',
      'owasp:api4:2023-array-limit',
      'owasp:api4:2023-integer-format',
      'owasp:api4:2023-integer-limit',
      'owasp:api4:2023-rate-limit',
      'owasp:api4:2023-rate-limit-responses-429',
      'owasp:api4:2023-string-limit',
      'owasp:api4:2023-string-restricted',
      'owasp:api8:2023-define-cors-origin',
      'owasp:api8:2023-define-error-responses-401',
      'owasp:api8:2023-define-error-validation',
    ])
    expect(code).toBe(1)
  })
})

async function spectral(name: string, document: string) {
  const file = await written(name, document)
  const args = ['lint', file, '--format', 'json', '--quiet', '--fail-severity', 'hint']
  const { code, stdout } = await run('spectral', args)
  return { code, problems: JSON.parse(stdout) as { code: string }[] }
}

async function written(name: string, document: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, document)
  return file
}

/** Runs a linter from the root, where its configuration lies; it talks to nobody. */
async function run(program: string, args: string[]): Promise<{ code: unknown; stdout: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const path = join(root, 'test/node_modules/.bin', program)
  return new Promise((resolve, reject) => {
    execFile(path, args, { cwd: root, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`${program} said nothing: ${stderr}`))
      else resolve({ code: error ? error.code : 0, stdout })
    })
  })
}
