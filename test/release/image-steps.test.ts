import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../support/markdown.mjs'
import { standInProgram } from './stand-in-program.ts'

const IMAGE = 'registry.example/me/space-data'
const DIGEST = `sha256:${'5'.repeat(64)}`

/** Docker, with a container that is in the given state. */
const docker = (health: string) =>
  standInProgram(
    'docker',
    `case "$*" in
      run*) echo c0ffee ;;
      inspect*) echo '${health}' ;;
      login*) cat > password ;;
      *'imagetools inspect'*) echo '{"mediaType":"index","digest":"${DIGEST}"}' ;;
    esac`,
  )

function run(program: ReturnType<typeof docker>, words: readonly string[], env: object = {}) {
  return spawnSync(process.execPath, [`${ROOT}build/release/image.mjs`, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...program.env,
      REGISTRY_USER: 'me',
      REGISTRY_TOKEN: 'pass-word',
      GITHUB_OUTPUT: '',
      GITHUB_REPOSITORY: 'example/space-data',
      GITHUB_SHA: 'abc123',
      ...env,
    },
  })
}

test('an image is built, run locked until it is healthy, and pushed then', () => {
  const program = docker('running healthy')
  const { status, stderr } = run(program, ['build', IMAGE, '1.2.3', 'arm64'])
  expect([status, stderr]).toEqual([0, ''])
  const label = (name: string) => `--label org.opencontainers.image.${name}`
  expect(program.calls()).toEqual([
    'build --provenance=false --file examples/deploy/Dockerfile ' +
      `${label('version=1.2.3')} ${label('revision=abc123')} ` +
      `${label('source=https://github.com/example/space-data')} ${label('licenses=MIT')} ` +
      `--tag ${IMAGE}:1.2.3-arm64 .`,
    'run --detach --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp ' +
      `${IMAGE}:1.2.3-arm64 space-data serve --sample`,
    'inspect --format {{.State.Status}} {{.State.Health.Status}} c0ffee',
    'rm --force --volumes c0ffee',
    'login registry.example --username me --password-stdin',
    `push ${IMAGE}:1.2.3-arm64`,
  ])
})

test.each(['exited unhealthy', 'running unhealthy', 'exited starting'])(
  'an image whose container is %s is not pushed; its log is shown, and the container removed',
  (health) => {
    const program = docker(health)
    const { status, stderr } = run(program, ['build', IMAGE, '1.2.3', 'amd64'])
    expect(status).toBe(1)
    expect(stderr).toContain(`${IMAGE}:1.2.3-amd64 is ${health}.`)
    expect(program.calls().slice(-2)).toEqual(['logs c0ffee', 'rm --force --volumes c0ffee'])
  },
)

test.each([
  ['1.2.3', [`--tag ${IMAGE}:1.2.3`, `--tag ${IMAGE}:latest`]],
  ['2.0.0-rc.1', [`--tag ${IMAGE}:2.0.0-rc.1`]],
])('the images of %s get one name, and the digest is passed on', (version, names) => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const output = join(folder, 'output')
  const program = docker('')
  const { status, stdout } = run(program, ['join', IMAGE, version], { GITHUB_OUTPUT: output })
  expect([status, stdout]).toEqual([0, `${IMAGE}@${DIGEST}\n`])
  expect(program.calls()).toEqual([
    'login registry.example --username me --password-stdin',
    `buildx imagetools create ${names.join(' ')} ${IMAGE}:${version}-amd64 ${IMAGE}:${version}-arm64`,
    `buildx imagetools inspect ${IMAGE}:${version} --format {{json .Manifest}}`,
  ])
  expect(readFileSync(output, 'utf8')).toBe(`digest=${DIGEST}\n`)
})

test('no other machine and no other step is accepted, and the password is on no command line', () => {
  const program = docker('running healthy')
  for (const words of [['build', IMAGE, '1.2.3', 'riscv64'], ['push', IMAGE, '1.2.3'], []])
    expect(run(program, words)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Usage: image.mjs'),
    })
  expect(program.calls()).toEqual([])
  run(program, ['build', IMAGE, '1.2.3', 'amd64'])
  expect(program.calls().join()).not.toContain('pass-word')
})
