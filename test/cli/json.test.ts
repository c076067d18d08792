import { expect, it } from 'vitest'
import { cliReference } from '../support/cli-reference.ts'

/** Commands without --json, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  mqtt: 'publishes; the messages that its dry run prints are JSON where they are no single value',
  complete: 'prints a script for a shell',
  version: 'prints one word',
}

it('every command that prints data has --json', async () => {
  const reference = await cliReference()
  const sections = [...reference.matchAll(/^## space-data(.*)\n\n```text\n([\s\S]*?)\n```$/gm)]
  const commands = sections.map(([, name = '', help = '']) => ({ name: name.trim(), help }))
  const groups = commands.filter(({ help }) => /^ {2}help \[command/m.test(help))
  const leaves = commands.filter((command) => !groups.includes(command))
  expect(leaves.length).toBeGreaterThan(50)
  const without = leaves.filter(({ help }) => !/^ {2}--json /m.test(help)).map(({ name }) => name)
  expect(without).toEqual(Object.keys(WITHOUT))
})
