// Opens each path after the first, which can be opened, and prints the error code; prints `alive` if the process survives.
import { sqlite } from '../../packages/core/dist/sqlite.js'

// Root can write read-only files: continue as another user, who may not be able to read the checkout. So
// everything is loaded before.
await (await sqlite(process.argv[2])).close()
if (process.getuid?.() === 0) process.setuid(65_534)

for (const path of process.argv.slice(3)) {
  try {
    const backend = await sqlite(path)
    await backend.close()
    console.log('opened')
  } catch (error) {
    console.log(error.code)
  }
}
// Once nothing is left to do; not after an error that nobody has caught.
process.once('beforeExit', () => console.log('alive'))
