import { describe, expect, it } from 'vitest'
import { inProcess } from '../program.ts'

const said = (line: string) => inProcess(line.split(' '), {})

describe('help', () => {
  it.each([
    ['help', '--help'],
    ['help serve', 'serve --help'],
    ['help keys', 'keys --help'],
    ['help keys issue', 'keys issue --help'],
    ['keys help', 'keys --help'],
    ['keys help issue', 'keys issue --help'],
    ['help accounts set-tier', 'accounts set-tier --help'],
    ['shell help run', 'shell run --help'],
  ])('"%s" is "%s"', async (asked, same) => {
    const { code, stdout, stderr } = await said(asked)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: space-data/)
    expect(stdout).toBe((await said(same)).stdout)
  })

  it.each([
    ['help nope', "unknown command 'nope'", 'space-data --help'],
    ['help sevre', "unknown command 'sevre' (Did you mean serve?)", 'space-data --help'],
    ['help keys isue', "unknown command 'isue' (Did you mean issue?)", 'space-data keys --help'],
    ['keys help nope', "unknown command 'nope'", 'space-data keys --help'],
    ['help keys issue now', "unknown command 'now'", 'space-data keys issue --help'],
  ])('"%s" names the unknown command', async (asked, words, see) => {
    expect(await said(asked)).toEqual({ code: 2, stdout: '', stderr: `space-data: ${words}\nSee ${see}\n` })
  })
})
