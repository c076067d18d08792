import { execFile } from 'node:child_process'
import { access, chmod, mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tiers } from '@space-data/core'
import { expect, it, vi } from 'vitest'
import { inProcess, run, tempFolder } from './program.ts'
import { hasTmux, onScreen } from './tmux.ts'

const exec = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** Runs `complete` in this process; all goes through its terminal. */
async function complete(...words: string[]) {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const finished = await inProcess(['complete', ...words], {})
    expect(printed).not.toHaveBeenCalled()
    return finished
  } finally {
    printed.mockRestore()
  }
}

/** Returns the candidates for a line whose last word is incomplete. */
async function answersTo(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await complete('--', ...words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
}

/** Returns a folder with the program in `bin` and the bash script. */
async function withBash(): Promise<string> {
  const folder = await tempFolder()
  const { code, stdout, stderr } = await run(['complete', 'bash'], {})
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  await writeFile(`${folder}/script`, stdout)
  await mkdir(`${folder}/bin`)
  await writeFile(`${folder}/bin/space-data`, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  await chmod(`${folder}/bin/space-data`, 0o755)
  return folder
}

it('bash with the printed script offers commands, subcommands, flags and values', async () => {
  const folder = await withBash()
  /** Returns what the registered bash function offers for the last word. */
  const offered = async (...words: string[]) => {
    const last = words.at(-1) ?? ''
    const code = [
      // Sourced twice, as a second `source ~/.bashrc` does.
      `source '${folder}/script'; source '${folder}/script'`,
      `[[ "$(complete -p space-data)" == *' -F _space_data_complete '* ]] || exit 9`,
      `COMP_WORDS=(space-data ${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length}`,
      `_space_data_complete space-data '${last}' ''`,
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]
    const env = { PATH: `${folder}/bin:${process.env['PATH']}`, HOME: folder }
    const { stdout } = await exec('bash', ['--norc', '--noprofile', '-c', code.join('\n')], { env })
    return stdout.split('\n').filter(Boolean)
  }
  expect(await offered('ke')).toEqual(['keys'])
  expect(await offered('keys', 'ro')).toEqual(['rotate'])
  expect(await offered('serve', '--metrics-p')).toEqual(['--metrics-port'])
  expect(await offered('serve', '--log', 'j')).toEqual(['json'])
  expect(await offered('keys', 'issue', '--tier', 'shell_b')).toEqual(['shell_basic'])
  expect(await offered('serve', '--store', 's')).toEqual(['sqlite:'])
  expect(await offered('xyzzy')).toEqual([])
  // An unfinished line is never executed.
  expect(await offered(`$(touch ${folder}/ran)`)).toEqual([])
  await expect(access(`${folder}/ran`)).rejects.toThrow('ENOENT')
})

it.skipIf(!hasTmux)(
  'a real bash completes "space-data ke" at TAB, and files where a file is wanted',
  {
    timeout: 60_000,
  },
  async () => {
    const folder = await withBash()
    await writeFile(`${folder}/only-one.json`, '{}')
    const path = `${folder}/bin:${process.env['PATH']}`
    const bash = `PATH='${path}' HISTFILE= PS1='ready> ' bash --norc --noprofile -i`
    const screen = await onScreen(`cd '${folder}' && ${bash}`, { HOME: folder })
    const shows = (what: string) => expect.poll(screen.look, { timeout: 15_000 }).toContain(what)
    await shows('ready>')
    await screen.press('. ./script')
    await screen.press('Enter')
    await screen.press('space-data ke')
    await screen.press('Tab')
    await shows('space-data keys')
    await screen.press('C-c')
    await screen.press('space-data serve --config on')
    await screen.press('Tab')
    await shows('--config only-one.json')
  },
)

it('offers commands, subcommands, flags and files', async () => {
  expect(await answersTo('ke')).toEqual(['keys', ':4'])
  expect(await answersTo('keys', '')).toEqual(expect.arrayContaining(['issue', 'list', 'rotate', 'usage']))
  expect(await answersTo('keys', 'issue', '--lab')).toEqual(['--label', ':4'])
  expect(await answersTo('serve', '--config', '')).toEqual([':0'])
  expect(await answersTo('store', '')).toEqual(['backup', 'check', 'export', 'import', 'help', ':4'])
  expect(await answersTo('store', 'backup', '')).toEqual([':0'])
  expect(await answersTo('store', 'import', '--sample', 'ex')).toEqual([':0'])
  expect(await answersTo('store', 'import', '--ov')).toEqual(['--overwrite', ':4'])
  expect(await answersTo('serve', '--log', '')).toEqual(['pretty', 'json', 'off', 'auto', ':4'])
  expect(await answersTo('webhooks', 're')).toEqual(['replay', ':4'])
  expect(await answersTo('webhooks', 'add', '--min-flare-class', '')).toEqual(['M1', 'M5', 'X1', 'X10', ':4'])
  expect(await answersTo('complete', '')).toEqual(['bash', 'zsh', 'fish', ':4'])
})

it('offers the configured tiers', async () => {
  const builtIn = Object.keys(tiers)
  expect(await answersTo('keys', 'issue', '--tier', '')).toEqual([...builtIn, ':4'])
  expect(await answersTo('accounts', 'set-tier', 'acme', 'p')).toEqual(['pro', ':4'])
  const file = `${await tempFolder()}/config.json`
  await writeFile(file, '{"tiers":{"gold":{"requests_per_day":1,"keys":1,"price":"1","support":"none"}}}')
  expect(await answersTo('keys', 'issue', '--config', file, '--tier', '')).toEqual([...builtIn, 'gold', ':4'])
  expect(await answersTo('keys', 'issue', '--config', `${file}.not`, '--tier', '')).toEqual([
    ...builtIn,
    ':4',
  ])
})

it('offers store prefixes, then files for sqlite:', async () => {
  expect(await answersTo('serve', '--store', '')).toEqual([
    'memory:',
    'sqlite:',
    'redis://',
    'redis+cluster://',
    'redis+sentinel://',
    'postgres://',
    ':4',
  ])
  expect(await answersTo('keys', 'list', '--store', '')).toEqual([
    'sqlite:',
    'redis://',
    'redis+cluster://',
    'redis+sentinel://',
    'postgres://',
    ':4',
  ])
  expect(await answersTo('serve', '--store', 'sqlite:da')).toEqual([':0'])
  // Split as bash does.
  expect(await answersTo('serve', '--store', 'sqlite', ':')).toEqual([':0'])
  expect(await answersTo('serve', '--store', 'sqlite', ':', 'da')).toEqual([':0'])
})

it.each(['zsh', 'fish'])('prints a script for %s', async (shell) => {
  const { code, stdout, stderr } = await complete(shell)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('space-data complete --')
})

it('describes how to enable it, and its arguments', async () => {
  const help = await inProcess(['complete', '--help'], {})
  expect(help.stdout).toContain('source <(space-data complete bash)')
  for (const args of [[], ['tcsh'], ['bash', 'zsh']]) {
    expect(await inProcess(['complete', ...args], {})).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'space-data: complete takes bash, zsh or fish\nExample: space-data complete bash\n',
    })
  }
})
