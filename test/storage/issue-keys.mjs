// Issues keys on a SQLite file (arguments: path, count), eight at a time, and prints each.
import { writeSync } from 'node:fs'
import { createSpaceData } from '../../packages/core/dist/index.js'
import { sqlite } from '../../packages/core/dist/sqlite.js'

const [path, count] = process.argv.slice(2)
const spaceData = createSpaceData({ store: await sqlite(path) })
let left = Number(count)
const issuer = async () => {
  while (left-- > 0) {
    const { key } = await spaceData.keys.issue({ tier: 'free', label: 'shown' })
    writeSync(1, `shown ${key}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, issuer))
await spaceData.close()
