// Runs the statement of its second argument on the SQLite file of its first and prints the rows, as a process of its own.
import { sqlite } from '../../packages/core/dist/sqlite.js'

const [path, sql] = process.argv.slice(2)
const { adapter, close } = await sqlite(path)
console.log(JSON.stringify(await adapter.query(sql)))
await close()
