// Runs a statement on a SQLite file (arguments: path, SQL) and prints the rows.
import { sqlite } from '../../packages/core/dist/sqlite.js'

const [path, sql] = process.argv.slice(2)
const { adapter, close } = await sqlite(path)
console.log(JSON.stringify(await adapter.query(sql)))
await close()
