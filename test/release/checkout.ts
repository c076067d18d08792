import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publicPackages } from '../../build/release/packages.mjs'
import { ROOT } from '../support/markdown.mjs'

const run = promisify(execFile)

/** Runs a command in a checkout as CI does, and returns what it prints. */
export async function runIn(checkout: string, command: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, CI: 'true', npm_config_prefer_offline: 'true', npm_config_loglevel: 'error' }
  const { stdout } = await run(command, words, { cwd: checkout, env, maxBuffer: 1e8 })
  return stdout
}

/** Makes a clean checkout of what is in this one, as a commit of its own. */
export function copyCheckout(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((it) => it !== '' && existsSync(ROOT + it))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(ROOT + file, join(folder, file), { verbatimSymlinks: true })
  }
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder })
}

/** Commits all, and lists the files that the commit changes. */
export function commitAll(checkout: string, subject: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: checkout, encoding: 'utf8' })
  git('add', '--all')
  const files = git('diff', '--cached', '--name-only').trim().split('\n')
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@space.example']
  git(...who, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--no-verify', '--message', subject)
  return files
}

/** Has every published package say that it comes from a repository. */
export function setRepository(checkout: string, repository: string): void {
  for (const { folder } of publicPackages(checkout)) {
    const file = join(checkout, folder, 'package.json')
    const url = `git+https://github.com/${repository}.git`
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const written = { ...manifest, repository: { type: 'git', url, directory: folder } }
    writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  }
}
