import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { dataHome, run, tempFolder } from './program.ts'
import { hasTmux, onScreen } from './tmux.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))
const line = (words: string) => `'${process.execPath}' '${PROGRAM}' ${words}`
const PATIENCE = { timeout: 60_000 }

it.skipIf(!hasTmux)(
  'the bar of "shell run" moves, with rate and time left, and goes away at Ctrl-C',
  PATIENCE,
  async () => {
    const screen = await onScreen(line('shell run --sample --workers 1'), {
      XDG_DATA_HOME: await tempFolder(),
    })
    const seen = new Set<string>()
    const bar = /^\[(=*-*)\] ([\d,]+) of [\d,]+ objects, [\d,]+ a second, \d+ (?:s|min) left/m
    await expect
      .poll(
        async () => {
          const [, , done] = bar.exec(await screen.look()) ?? []
          if (done) seen.add(done)
          return seen.size
        },
        { timeout: 40_000, interval: 200 },
      )
      .toBeGreaterThan(2)
    const counts = [...seen].map((done) => Number(done.replaceAll(',', '')))
    expect(counts).toEqual([...counts].sort((a, b) => a - b))

    await screen.press('C-c')
    await expect.poll(screen.look, { timeout: 15_000 }).toContain('ended with 1')
    const last = await screen.look()
    expect(last).toContain('space-data: stopped')
    expect(last).not.toMatch(bar)
  },
)

it.skipIf(!hasTmux)(
  '"shell show" is in colours on a screen, and plain with NO_COLOR or into a pipe',
  PATIENCE,
  async () => {
    const folder = await tempFolder()
    const env = { SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
    await run(['shell', 'synth', '500', `${folder}/c.csv`, '--at', '2026-11-21'], env)
    expect(
      (
        await run(
          ['shell', 'run', '--catalogue', `${folder}/c.csv`, '--at', '2026-11-21', '--accept-size'],
          env,
        )
      ).code,
    ).toBe(0)

    const show = async (command: string, more: Readonly<Record<string, string>> = {}) => {
      const screen = await onScreen(command, { ...env, ...more })
      await expect.poll(screen.look, { timeout: 15_000 }).toContain('ended with 0')
      return screen.look()
    }
    const map = await show(line('shell show 550'))
    expect(map).toMatch(/\[(?:[\d;]+;)?48;[25];/)
    expect(map).toContain('180°E')
    expect(map).not.toMatch(/[░▒▓]/)
    expect(await show(line('shell show 550'), { NO_COLOR: '1' })).not.toContain('\u001b')
    expect(await show(`${line('shell show 550')} | cat`)).not.toContain('\u001b')
  },
)

it.skipIf(!hasTmux)(
  '"status --watch" fits on a screen of 24 lines: what is well gives way, and is counted',
  PATIENCE,
  async () => {
    const screen = await onScreen(line('status --watch 1'), await dataHome(), 24)
    await expect.poll(screen.look, { timeout: 20_000 }).toContain('every 1 s until Ctrl-C')
    await expect
      .poll(screen.look, { timeout: 5_000 })
      .toMatch(/^and \d+ more, none of them degraded or down$/m)
    const lines = (await screen.look()).split('\n')
    expect(lines[0]).toContain('every 1 s until Ctrl-C')
    expect(lines.join('\n')).toContain('verified')
  },
)

it.skipIf(!hasTmux)(
  '"status --watch" clears the screen each time and fits into its width',
  PATIENCE,
  async () => {
    const screen = await onScreen(line('status --watch 1'), await dataHome())
    const moments = new Set<string>()
    await expect
      .poll(
        async () => {
          const seen = await screen.look()
          const times = [...seen.matchAll(/ at (\S+Z); every 1 s until Ctrl-C/g)].map(([, at]) => String(at))
          expect(times.length).toBeLessThan(2)
          for (const at of times) moments.add(at)
          return moments.size
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBeGreaterThan(1)
    await screen.press('C-c')
    await expect.poll(screen.look, { timeout: 10_000 }).toContain('ended with 0')
  },
)
