// Runs command lines of the built program as another user, and prints what came of each. All that they load
// is loaded before, for the folder of the program may be closed to others.
import { main } from '../../packages/cli/dist/main.js'

const [uid, ...lines] = process.argv.slice(2)

async function run(line) {
  const finished = { stdout: '', stderr: '' }
  const code = await main(line.split(' '), {
    env: {},
    script: 'space-data',
    out: async (text) => {
      finished.stdout += text
    },
    err: (text) => {
      finished.stderr += text
    },
    openErr: async () => ({ write() {}, async close() {} }),
    onStop() {},
  })
  return { code, ...finished }
}

for (const line of lines) await run(line)
process.setgid?.(Number(uid))
process.setuid?.(Number(uid))
const all = []
for (const line of lines) all.push(await run(line))
process.stdout.write(JSON.stringify(all))
