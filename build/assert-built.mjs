// Fails where a package would be packed without its code: `pnpm start` builds the CLI only, for example.
import { existsSync, readFileSync } from 'node:fs'

const { name, exports = {}, bin = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const files = [...Object.values(exports).flatMap(Object.values), ...Object.values(bin)]
const missing = [...files, 'dist'].filter((file) => !existsSync(file))
if (missing.length > 0) {
  console.error(
    `${name} is not built: ${missing.join(', ')} missing. Run pnpm build in the root, then pack again.`,
  )
  process.exit(1)
}
