// Asks an upstream at the address of its first argument for the path of its second, and tells by how much its
// resident memory grew at most while it did, once `fetch` and the heap have done some work; it uses the
// package as it is built.
import { createSpaceData } from '../../../packages/core/dist/index.js'

const [origin, path] = process.argv.slice(2)
const upstreams = { swpc: origin, celestrak: origin }
const spaceData = createSpaceData({ upstreams, onError: () => {} })
const ask = async (path) =>
  (await spaceData.handleAsOperator(new Request(`http://space-data.test${path}`))).status
const rssMiB = () => process.memoryUsage.rss() / 1024 / 1024

await ask('/v1/space-weather/proton')
for (let i = 0; i < 20; i += 1) await (await fetch(`${origin}/harmless`)).text()
globalThis.gc()

const before = rssMiB()
let most = before
const sampling = setInterval(() => {
  most = Math.max(most, rssMiB())
}, 1)
const status = await ask(path)
clearInterval(sampling)
most = Math.max(most, rssMiB())
process.stdout.write(`${status} grew by ${(most - before).toFixed(1)} MiB\n`)
