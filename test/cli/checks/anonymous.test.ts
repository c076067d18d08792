import { expect, it } from 'vitest'
import { inProcess, serveInProcess } from '../program.ts'

it('a server that allows requests without a key passes, with and without one', {
  timeout: 240_000,
}, async () => {
  const sample = ['--sample', '--no-jobs', '--store', 'memory:', '--anonymous']
  for (const [allowed, flags] of [
    ['1000', []],
    ['3', ['--issue-key']],
  ] as const) {
    const server = await serveInProcess([...sample, allowed], {})
    const { stdout } = await inProcess(['doctor', server.url, '--json', ...flags], {})
    const { checks }: { checks: { id: string; state: string }[] } = JSON.parse(stdout)
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
    expect(checks.find(({ id }) => id === 'keys.optional')).toMatchObject({ state: 'passed' })
    expect(checks.find(({ id }) => id === 'keys.unknown')).toMatchObject({ state: 'passed' })
  }
})
