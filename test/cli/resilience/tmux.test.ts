import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { heldSlices } from '../held-slices.ts'
import { dataHome, inProcess, tempFolder } from '../program.ts'
import { hasTmux, onScreen } from '../tmux.ts'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/space-data.mjs', import.meta.url))
const line = (words: string) => `'${process.execPath}' '${PROGRAM}' ${words}`
const PATIENCE = { timeout: 60_000 }

it.skipIf(!hasTmux)(
  'the bar of "shell run" moves, with rate and time left, and goes away at Ctrl-C',
  PATIENCE,
  async () => {
    const slices = await heldSlices()
    const screen = await onScreen(line('shell run --sample --workers 2'), {
      ...slices.env,
      XDG_DATA_HOME: await tempFolder(),
    })
    const seen = new Set<string>()
    const bar = /^\[(=*-*)\] ([\d,]+) of [\d,]+ objects, [\d,]+\/s, \d+ (?:s|min) left/m
    await expect
      .poll(
        async () => {
          const text = await screen.look()
          const [, , done] = bar.exec(text) ?? []
          if (done) seen.add(done)
          if (text.includes(' objects')) slices.next()
          return seen.size
        },
        { timeout: 40_000, interval: 500 },
      )
      .toBeGreaterThan(2)
    const counts = [...seen].map((done) => Number(done.replaceAll(',', '')))
    expect(counts).toEqual([...counts].sort((a, b) => a - b))

    await screen.press('C-c')
    const look = () => {
      slices.next()
      return screen.look()
    }
    await expect.poll(look, { timeout: 15_000, interval: 500 }).toContain('ended with 1')
    const last = await screen.look()
    expect(last).toContain('space-data: stopped')
    expect(last).not.toMatch(bar)
  },
)

it.skipIf(!hasTmux)(
  '"shell show" is in colors on a screen, and plain with NO_COLOR or into a pipe',
  PATIENCE,
  async () => {
    const folder = await tempFolder()
    const env = { SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
    await inProcess(['shell', 'synth', '500', `${folder}/c.csv`, '--at', '2026-11-21'], env)
    expect(
      (
        await inProcess(
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

it.skipIf(!hasTmux)('"status --watch" fits on 24 lines: what works is counted', PATIENCE, async () => {
  const screen = await onScreen(line('status --watch 1'), await dataHome(), 24)
  await expect.poll(screen.look, { timeout: 20_000 }).toContain('every 1 s, Ctrl-C to stop')
  await expect.poll(screen.look, { timeout: 5_000 }).toMatch(/^\d+ not queried yet, .*--all lists them$/m)
  const lines = (await screen.look()).split('\n')
  expect(lines[0]).toContain('every 1 s, Ctrl-C to stop')
  expect(lines.join('\n')).toContain('No full check yet')
})

it.skipIf(!hasTmux)('"status --watch" clears the screen and fits its width', PATIENCE, async () => {
  const screen = await onScreen(line('status --watch 1'), await dataHome())
  const moments = new Set<string>()
  await expect
    .poll(
      async () => {
        const seen = await screen.look()
        const times = [...seen.matchAll(/ at (\S+Z); refreshing every 1 s, Ctrl-C to stop/g)].map(([, at]) =>
          String(at),
        )
        expect(times.length).toBeLessThan(2)
        for (const at of times) moments.add(at)
        return moments.size
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBeGreaterThan(1)
  await screen.press('C-c')
  await expect.poll(screen.look, { timeout: 10_000 }).toContain('ended with 0')
})

it.skipIf(!hasTmux)(
  '--watch has a screen of its own, and what was there before comes back',
  PATIENCE,
  async () => {
    for (const words of ['kp --watch --sample', 'status --watch 1 --sample']) {
      const env = { XDG_DATA_HOME: await tempFolder() }
      await inProcess(['kp', '--sample'], env)
      const screen = await onScreen(`seq 1 100; ${line(words)}`, env)
      await expect.poll(screen.look, { timeout: 20_000 }).toMatch(/^\S*(Kp\S* |\S+ at \S+Z; refreshing )/m)
      expect(await screen.look()).not.toMatch(/^100$/m)
      await screen.press('C-c')
      await expect.poll(screen.look, { timeout: 15_000 }).toContain('ended with 0')
      const lines = (await screen.history()).split('\n')
      for (const number of [1, 50, 100]) expect(lines).toContain(String(number))
    }
  },
)

it.skipIf(!hasTmux)('tables fit 80 columns: no line is broken by the terminal', PATIENCE, async () => {
  const env = { XDG_DATA_HOME: await tempFolder() }
  await inProcess(
    ['keys', 'issue', '--sample', '--label', 'a label that takes some room', '--account', 'acme'],
    env,
  )
  for (const [words, shown] of [
    ['launches --sample', /^NET +STATUS +LAUNCH$/m],
    ['events --sample', /^START +KIND +CLASS +SPEED +SOURCE$/m],
    ['keys list --sample', /^key_\w{12} /m],
    ['status --sample --all', /^swpc-kp-1m /m],
    // KIND leaves if the newest notices need its room.
    ['notices --limit 5 --sample', /^ISSUED \(UTC\) +(KIND +)?IN FORCE UNTIL +NOTICE$/m],
    ['object 25544 --sample', /^1 25544U .{60}$/m],
  ] as const) {
    const screen = await onScreen(`NO_COLOR=1 ${line(words)}`, env, 60, 80)
    await expect.poll(screen.look, { timeout: 20_000 }).toContain('ended with 0')
    const text = await screen.look()
    expect(text).toMatch(shown)
    // Joined with what they continue, wrapped lines are longer.
    expect(await screen.joined()).toBe(await screen.history())
  }
})
