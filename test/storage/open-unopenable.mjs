// Opens each path of its arguments and prints the error code; prints `alive` if the process survives.
import { sqlite } from '../../packages/core/dist/sqlite.js'

// Root can write read-only files: continue as another user.
if (process.getuid?.() === 0) process.setuid(65_534)

for (const path of process.argv.slice(2)) {
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
