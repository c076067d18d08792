// How the cost of a request grows with what there is: keys in the store, and answers in the cache.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createSpaceData } from '@space-data/core'
import { inTurns, report, spread } from './measure.mjs'
import { PROGRAM } from './space-data.mjs'

const [FEW, MANY] = [10, 100_000]
const OBJECTS = 50_000
const REQUESTS = 100_000
/** Keys that are in use at one time. */
const IN_USE = 1_000

export async function growth({ rounds = 5 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-growth-'))
  try {
    const catalogue = invented(OBJECTS, folder)
    const few = await service(FEW, catalogue)
    const many = await service(MANY, catalogue)
    const [one] = many.numbers
    for (const number of many.numbers) await many.ask(`/v1/objects/${number}`, many.keys[0])
    await few.ask(`/v1/objects/${one}`, few.keys[0])
    const object = (numbers, i) => `/v1/objects/${numbers[i % numbers.length]}`
    const contenders = {
      [`${FEW} keys, 1 response`]: () => microseconds((i) => few.ask(object([one], i), few.keys[i % FEW])),
      [`${MANY} keys, ${IN_USE} in use, 1 response`]: () =>
        microseconds((i) => many.ask(object([one], i), many.keys[i % IN_USE])),
      [`${MANY} keys, all in use, 1 response`]: () =>
        microseconds((i) => many.ask(object([one], i), many.keys[i % MANY])),
      [`${FEW} keys in use, ${OBJECTS} responses`]: () =>
        microseconds((i) => many.ask(object(many.numbers, i), many.keys[i % FEW])),
    }
    for (const run of Object.values(contenders)) await run()
    const figures = await inTurns(rounds, contenders)
    const [base] = Object.values(figures)
    const rows = Object.entries(figures).map(([name, runs]) => ({
      what: name,
      'CPU µs per request': spread(runs),
      'times the first': spread(runs.map((own, round) => own / base[round])),
    }))
    report('growth', 'dispatch(request) in process, memory store, as keys and responses grow', rows, figures)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function service(keyCount, catalogue) {
  const spaceData = createSpaceData({
    fetch: async () => new Response(catalogue, { headers: { 'content-type': 'text/csv' } }),
    tiers: { free: { requestsPerDay: 1_000_000_000 } },
  })
  const keys = []
  for (let i = 0; i < keyCount; i += 1)
    keys.push((await spaceData.keys.issue({ tier: 'free', label: 'bench' })).key)
  const ask = async (target, key) => {
    const answer = await spaceData.dispatch({
      method: 'GET',
      target,
      header: (name) => (name === 'x-api-key' ? key : null),
      body: null,
      waitUntil() {},
    })
    if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${Buffer.from(answer.body)}`)
  }
  await ask('/v1/tle/active', keys[0])
  const numbers = catalogue
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[NUMBER])
  return { keys, ask, numbers }
}

/** The column of the catalogue number in CelesTrak's CSV. */
const NUMBER = 11

async function microseconds(run) {
  const before = process.cpuUsage()
  for (let i = 0; i < REQUESTS; i += 1) {
    await run(i)
    if (i % 1_000 === 0) await turn()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / REQUESTS
}

function invented(objects, folder) {
  const file = join(folder, 'catalogue.csv')
  execFileSync(process.execPath, [PROGRAM, 'shell', 'synth', String(objects), file])
  return readFileSync(file, 'utf8')
}
