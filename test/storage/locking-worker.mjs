// Holds the write lock of the SQLite file of its argument until its parent sends a message.
import { sqlite } from '../../packages/core/dist/sqlite.js'

const { adapter, close } = await sqlite(process.argv[2])
await adapter.query('BEGIN EXCLUSIVE')
process.on('message', async () => {
  await adapter.query('COMMIT')
  await close()
  process.disconnect()
})
process.send('locked')
