// Signs an answer on the runtime that runs this file, verifies it there, and prints its signature and the CPU
// time that signing adds to a load, in microseconds.
import { createSpaceData } from '../../packages/core/dist/index.js'
import { verifyResponse } from '../../packages/core/dist/verify.js'

const [keys = '', publicKey = ''] = process.argv.slice(2)
const PATH = '/ref/scales'
const BEGIN = Date.UTC(2026, 10, 21)
/** Longer than an answer is valid: each request loads. */
const STEP_MS = 90_000_000

async function measure(options) {
  let at = BEGIN
  const spaceData = createSpaceData({ now: () => new Date(at), ...options })
  const ask = () => spaceData.handle(new Request(`http://localhost${PATH}`))
  const first = await ask()
  const load = async (times) => {
    for (let i = 0; i < times; i += 1) {
      at += STEP_MS
      await ask()
    }
  }
  await load(300)
  const before = process.cpuUsage()
  await load(1_000)
  const { user, system } = process.cpuUsage(before)
  return { first, cpuUs: (user + system) / 1_000 }
}

const plain = await measure({})
const signed = await measure({ signing: JSON.parse(keys) })
await verifyResponse(signed.first, { keys: publicKey, path: PATH, now: BEGIN })
const signature = signed.first.headers.get('signature')
console.log(JSON.stringify({ signature, cpuUs: Math.round(signed.cpuUs - plain.cpuUs) }))
