// node build/release/image.mjs build IMAGE VERSION ARCH: builds, tries and pushes the image of one kind.
// node build/release/image.mjs join IMAGE VERSION: makes one name of the images of all kinds.
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPrerelease } from './packages.mjs'

/** The kinds of machines that have an image, as Docker calls them. */
const ARCHITECTURES = ['amd64', 'arm64']
const SECONDS_TO_BE_HEALTHY = 90

const [command, image = '', version = '', architecture = ''] = process.argv.slice(2)
const { REGISTRY_USER, REGISTRY_TOKEN, GITHUB_OUTPUT, GITHUB_REPOSITORY, GITHUB_SHA } = process.env

if (command === 'build' && ARCHITECTURES.includes(architecture)) {
  const name = `${image}:${version}-${architecture}`
  docker(
    'build',
    '--provenance=false',
    '--file',
    'examples/deploy/Dockerfile',
    ...labels(),
    '--tag',
    name,
    '.',
  )
  await tryImage(name)
  logIn()
  docker('push', name)
} else if (command === 'join' && version !== '') {
  logIn()
  const names = [version, ...(isPrerelease(version) ? [] : ['latest'])].flatMap((it) => [
    '--tag',
    `${image}:${it}`,
  ])
  docker(
    'buildx',
    'imagetools',
    'create',
    ...names,
    ...ARCHITECTURES.map((it) => `${image}:${version}-${it}`),
  )
  const inspect = ['buildx', 'imagetools', 'inspect', `${image}:${version}`, '--format', '{{json .Manifest}}']
  const { digest } = JSON.parse(read(...inspect))
  console.log(`${image}@${digest}`)
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `digest=${digest}\n`)
} else {
  throw new Error(
    `Usage: image.mjs build IMAGE VERSION ${ARCHITECTURES.join('|')}, image.mjs join IMAGE VERSION`,
  )
}

function labels() {
  const all = {
    version,
    revision: GITHUB_SHA,
    source: GITHUB_REPOSITORY && `https://github.com/${GITHUB_REPOSITORY}`,
    licenses: 'MIT',
  }
  return Object.entries(all).flatMap(([key, value]) =>
    value ? ['--label', `org.opencontainers.image.${key}=${value}`] : [],
  )
}

/**
 * Runs an image as it is run in operation, until its own check says that it is healthy.
 *
 * @param {string} name
 */
async function tryImage(name) {
  const locked = [
    '--read-only',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
    '--tmpfs',
    '/tmp',
  ]
  const container = read('run', '--detach', ...locked, name, 'space-data', 'serve', '--sample').trim()
  try {
    for (let second = 0; second < SECONDS_TO_BE_HEALTHY; second += 1) {
      const health = read(
        'inspect',
        '--format',
        '{{.State.Status}} {{.State.Health.Status}}',
        container,
      ).trim()
      if (health === 'running healthy') return
      if (health !== 'running starting') throw new Error(`${name} is ${health}.`)
      await sleep(1_000)
    }
    throw new Error(`${name} is not healthy after ${SECONDS_TO_BE_HEALTHY} s.`)
  } catch (error) {
    docker('logs', container)
    throw error
  } finally {
    docker('rm', '--force', '--volumes', container)
  }
}

function logIn() {
  const registry = image.split('/')[0] ?? ''
  execFileSync('docker', ['login', registry, '--username', REGISTRY_USER ?? '', '--password-stdin'], {
    input: REGISTRY_TOKEN ?? '',
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}

/** @param {string[]} words */
function docker(...words) {
  execFileSync('docker', words, { stdio: 'inherit' })
}

/** @param {string[]} words */
function read(...words) {
  return execFileSync('docker', words, { encoding: 'utf8' })
}
