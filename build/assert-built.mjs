// Fails where a package would be packed without its code: `pnpm start` builds the CLI only, for example. Or with
// types that import what nobody has who installs it: a private package, or a file of the sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const { name, exports = {}, bin = {}, dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const files = [...Object.values(exports).flatMap(Object.values), ...Object.values(bin)]
const missing = [...files, 'dist'].filter((file) => !existsSync(file))
if (missing.length > 0) {
  console.error(
    `${name} is not built: ${missing.join(', ')} missing. Run pnpm build in the root, then pack again.`,
  )
  process.exit(1)
}

const { default: ts } = await import('typescript')
const importable = new RegExp(`^(\\./|node:|cloudflare:|(${Object.keys(dependencies).join('|')})(/|$))`)
for (const file of readdirSync('dist').filter((each) => each.endsWith('.d.ts')))
  for (const { fileName } of ts.preProcessFile(readFileSync(`dist/${file}`, 'utf8')).importedFiles)
    if (!importable.test(fileName)) {
      console.error(
        `${name}: dist/${file} imports the types of ${fileName}, which is not installed with it. ` +
          'Bundle them (dts.resolve in tsup.config.ts), or write out the type in the sources.',
      )
      process.exitCode = 1
    }
