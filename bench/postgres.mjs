// A Postgres of the benchmark's own, on a free port; none where it is not installed. It refuses to run as
// root, who therefore becomes the user of its package.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './load.mjs'

const DEBIAN = '/usr/lib/postgresql'

export async function startPostgres() {
  const programs = programFolder()
  if (!programs) {
    console.error('SKIPPED on Postgres: postgres is not installed')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'space-data-postgres-'))
  const options = { cwd: folder, stdio: 'ignore', ...userOfPackage() }
  if (options.uid) chownSync(folder, options.uid, options.gid)
  const data = join(folder, 'data')
  const words = ['-D', data, '-U', 'space', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), words, options)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(join(programs, 'postgres'), args, options)
  while (!isReady(programs, port)) await sleep(50)
  return {
    url: `postgres://space@127.0.0.1:${port}/postgres`,
    pids: [child.pid],
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

function programFolder() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => b - a) : []
  const folders = versions.map((version) => join(DEBIAN, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

function userOfPackage() {
  if (process.getuid() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function isReady(programs, port) {
  try {
    execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
    return true
  } catch {
    return false
  }
}
