import { expect, it } from 'vitest'
import { heldSlices } from '../held-slices.ts'
import { begin, inProcess, tempFolder } from '../program.ts'

it('shell run stops at Ctrl-C between two slices, says so in two lines, and leaves the job free', {
  timeout: 120_000,
}, async () => {
  const folder = await tempFolder()
  const env = { HOME: folder, SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
  const file = `${folder}/catalogue.csv`
  await inProcess(['shell', 'synth', '6000', file, '--at', '2026-11-21'], env)
  const job = ['--catalogue', file, '--at', '2026-11-21', '--accept-size']
  const words = ['shell', 'run', ...job, '--workers', '2']
  const slices = await heldSlices()
  const begun = begin(words, { ...env, ...slices.env })
  const isRunning = async () =>
    JSON.parse((await inProcess(['shell', 'status', '--json'], env)).stdout).running !== null
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(true)
  begun.child.kill('SIGINT')
  // One slice of each thread at a time: all at once could be done before the signal arrives.
  const going = setInterval(() => slices.next(), 200)
  const { code, stdout, stderr } = await begun.finished
  clearInterval(going)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^space-data: stopped\nA run within a day resumes at the last checkpoint\n$/)
  expect((await inProcess(['shell', 'status', '--json'], env)).stdout).toContain('"running":null')
  expect((await inProcess(words, env)).code).toBe(0)
})
