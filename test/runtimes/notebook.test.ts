import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { createSpaceData, memory } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { listen, toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveInProcess, tempFolder } from '../cli/program.ts'
import { ROOT } from '../support/markdown.mjs'
import { NOTEBOOK, type Notebook } from '../support/notebook.ts'

/** The interpreter that has Jupyter; Debian's own may be behind another one in `PATH`. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import ipykernel, matplotlib, nbconvert']).status === 0,
)
if (!python) console.warn('SKIPPED: jupyter-nbconvert, ipykernel or matplotlib is not installed')

const SAMPLE = ['--sample', '--hapi', '--store', 'memory:']
const PATIENT = { timeout: 240_000 }

/** Runs all cells of the notebook against a server, in a kernel of its own, and gives what they printed. */
async function execute(url: string) {
  const home = await tempFolder()
  const { stdout } = await promisify(execFile)(
    python ?? '',
    ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--stdout', `${ROOT}${NOTEBOOK}`],
    { env: { ...process.env, HOME: home, SPACE_DATA: url }, maxBuffer: 50e6 },
  )
  const outputs = (JSON.parse(stdout) as Notebook).cells.flatMap((cell) => cell.outputs ?? [])
  const textOn = (stream: string) =>
    outputs.flatMap(({ name, text = [] }) => (name === stream ? text : [])).join('')
  return {
    printed: textOn('stdout'),
    warned: textOn('stderr'),
    images: outputs.filter(({ data }) => data && 'image/png' in data).length,
  }
}

/** Kp in the week of the notebook. Just after 18:00 UTC, when the sample begins anew, all values are low. */
async function kpOfWeek(url: string): Promise<number[]> {
  const now = Date.now()
  const [start, stop] = [now - 7 * 86_400_000, now].map((at) => new Date(at).toISOString())
  const response = await fetch(`${url}/hapi/data?dataset=kp_3h&start=${start}&stop=${stop}`)
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => Number(line.split(',')[1]))
}

test.skipIf(!python)(
  'Jupyter runs the notebook against the sample: flares, storm, picture and both indices',
  PATIENT,
  async () => {
    const { url } = await serveInProcess(SAMPLE, {})
    // The sample's past is recorded after the start.
    await vi.waitFor(
      async () => {
        const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString()
        const info = await (await fetch(`${url}/hapi/info?dataset=xray`)).json()
        expect((info as { startDate: string }).startDate <= weekAgo).toBe(true)
      },
      { timeout: 120_000, interval: 1_000 },
    )
    const { printed, warned, images } = await execute(url)
    expect([warned, images]).toEqual(['', 1])
    expect(printed).toContain('Space-Data (sample)\n')
    expect(printed).toMatch(/^\d\d \w{3} \d\d:\d\d {2}X\d\.\d flare$/m)
    const storm = [
      ...printed.matchAll(/^\d\d \w{3} \d\d:\d\d {2}Kp ([\d.]+) in the three hours from then$/gm),
    ]
    expect(storm.map(([, kp]) => Number(kp))).toEqual((await kpOfWeek(url)).filter((kp) => kp >= 7))
    expect(printed).toMatch(/lowest Bz, -\d\d\.\d nT$/m)
    expect(printed).toMatch(/^\d+ windows of three hours: \d+ the same/m)
    expect(printed).toMatch(/GFZ .*CC BY 4\.0/)
  },
)

test.skipIf(!python)('Jupyter runs the notebook against a server that has nothing', PATIENT, async () => {
  const refusing = async () => new Response('', { status: 503 })
  const spaceData = createSpaceData({
    features: everything,
    store: memory(),
    hapi: true,
    fetch: refusing,
    onError: () => {},
  })
  const listening = await listen(toNodeListener(spaceData), { port: 0 })
  onTestFinished(async () => {
    await listening.drain(0)
    await spaceData.close()
  })
  const { printed, warned, images } = await execute(listening.url)
  expect([warned, images]).toEqual(['', 1])
  expect(printed).toMatch(/^X-rays: 0 values$/m)
  expect(printed).toContain('No X flare and no Kp of 7 in what is recorded of these 7 days.\n')
  expect(printed).toContain('No window of three hours is recorded from both yet.\n')
})
