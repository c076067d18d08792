// Opens each path of its arguments and prints the code of the failure; prints `alive` when none ended the process.
import { sqlite } from '../../packages/core/dist/sqlite.js'

// Root may write what is read-only, so become somebody who may not.
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
await new Promise((resolve) => setTimeout(resolve, 50))
console.log('alive')
