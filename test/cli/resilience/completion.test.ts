import { execFile } from 'node:child_process'
import { access, chmod, mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { run, tempFolder } from '../program.ts'
import { hasTmux, onScreen } from '../tmux.ts'

const exec = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/space-data.mjs', import.meta.url))

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
