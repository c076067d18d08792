import { writeFile } from 'node:fs/promises'
import { tiers } from '@space-data/core'
import { expect, it, vi } from 'vitest'
import { inProcess, tempFolder } from './program.ts'

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

it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
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
