import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sqlite } from '@space-data/core/sqlite'
import { sampleFetch } from '@space-data/sample'
import { expect, onTestFinished, test } from 'vitest'
import { run, serve, tempFolder } from '../cli/program.ts'

const HOUR = 3_600_000

test('two servers on one SQLite file record one week of a storm, which outlives them', {
  timeout: 240_000,
}, async () => {
  const folder = await tempFolder()
  const [env, store] = [{ XDG_DATA_HOME: folder }, `sqlite:${folder}/store.sqlite`]
  const args = ['--sample', '--store', store]
  const servers = [await serve(args, env), await serve(args, env)]
  const issued = await run(['keys', 'issue', '--sample', '--store', store, '--tier', 'hobby'], env)
  const key = issued.stdout.trim()
  const start = new Date(Date.now() - 6 * 24 * HOUR).toISOString()
  const stop = new Date(Math.floor((Date.now() - HOUR) / HOUR) * HOUR).toISOString()
  const read = async (url: string, name: string) => {
    const query = `start=${start}&stop=${stop}&step=1h`
    const headers = { 'x-api-key': key }
    return await (await fetch(`${url}/v1/space-weather/${name}/series?${query}`, { headers })).json()
  }
  const isFull = ({ data }: { data: { flux_pfu: (number | null)[] } }) => !data.flux_pfu.includes(null)
  await expect.poll(() => read(servers[0]!.url, 'proton').then(isFull), { timeout: 60_000 }).toBe(true)

  const [one, other] = await Promise.all(servers.map(({ url }) => read(url, 'mag')))
  expect(one.data.bz_gsm_nt).not.toContain(null)
  expect(Math.min(...one.data.bz_gsm_nt)).toBeLessThan(-10)
  expect(other.data.bz_gsm_nt).toEqual(one.data.bz_gsm_nt)
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ finished }) => finished))

  const backend = await sqlite(`${folder}/store.sqlite`)
  const requested: string[] = []
  const fetch_: typeof fetch = async (input, init) => {
    requested.push(String(input))
    return sampleFetch(() => new Date())(input, init)
  }
  const spaceData = createSpaceData({
    features: everything,
    store: backend,
    sourceNote: '(sample)',
    fetch: fetch_,
  })
  onTestFinished(() => spaceData.close())
  const { columns } = await spaceData.series('mag', new Date(start), new Date(stop))
  expect(columns.bz_gsm_nt.filter((bz) => bz === null).length).toBeLessThan(0.02 * columns.bz_gsm_nt.length)
  expect(await spaceData.jobs.series.run()).toBeUndefined()
  expect(requested).toEqual([])
})
