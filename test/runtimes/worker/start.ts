import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Example, startOnWorkerd } from '../examples.ts'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The package as it is built, as the example has it; this folder's tsconfig.json names its sources. */
const BUILT = Object.fromEntries(
  ['index', 'durable-object', 'features', 'workers'].map((name) => [
    name === 'index' ? '@space-data/core' : `@space-data/core/${name}`,
    root(`packages/core/dist/${name}.js`),
  ]),
)

interface WorkerChanges {
  readonly vars?: Record<string, string>
  /** Compatibility flags instead of the example's. */
  readonly flags?: readonly string[]
}

/**
 * The example's Worker by its own configuration, but for the origins it asks and for what the one in the
 * folder `name` changes.
 */
export async function startWorker(
  upstreams: Record<string, string>,
  state?: string,
  name = 'worker',
  settings: WorkerChanges = {},
): Promise<Example> {
  const text = readFileSync(root('examples/workers/wrangler.jsonc'), 'utf8').replace(/^\s*\/\/.*$/gm, '')
  const example = JSON.parse(text) as object
  const config = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'wrangler.json')
  const changed = {
    main: root(`test/runtimes/${name}/worker.ts`),
    alias: BUILT,
    vars: { UPSTREAMS: upstreams, ...settings.vars },
    ...(settings.flags && { compatibility_flags: settings.flags }),
  }
  writeFileSync(config, JSON.stringify({ ...example, ...changed }))
  return startOnWorkerd({ config, ...(state && { state }), words: ['--test-scheduled'] })
}
