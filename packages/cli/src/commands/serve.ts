import type { Command } from 'commander'
import type { ConfigFlags } from '#config/flags-and-variables'
import { withExample, withServeSettings } from '#options'
import { printJson } from '#print'
import type { Terminal } from '#terminal'

const DRAIN_MS = 10_000

interface ServeFlags extends ConfigFlags {
  readonly sample?: true
  readonly json?: true
}

/** `space-data serve`: answers over HTTP until it is told to stop. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('Serve the interface over HTTP until SIGTERM or Ctrl-C')
  withServeSettings(command).option('--json', 'print one JSON object instead of lines')
  withExample(command, 'serve --port 8080 --store sqlite:./space-data.sqlite')
  command.action((flags: ServeFlags) => serve(flags, terminal))
}

async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const [{ readConfig }, { open }, { listen }, { nodeWorkers, toNodeListener }, { spareWorkers, whoWeAre }] =
    await Promise.all([
      import('#config/config'),
      import('#open'),
      import('#server'),
      import('@space-data/core/node'),
      import('#workers'),
    ])

  const config = await readConfig(flags, terminal)
  const address = { port: config.port, host: config.host.replace(/^\[(.*)\]$/, '$1') }
  const spaceData = await open(flags, terminal, { mayForget: true, config })
  try {
    for (const warning of spaceData.storeWarnings) terminal.err(`space-data: ${warning}\n`)
    const { url, drain } = await listen(
      toNodeListener(spaceData, { trustedHops: config.trusted_hops }),
      address,
    )
    if (config.jobs) {
      spaceData.jobs.start({
        pool: () => nodeWorkers(spareWorkers()),
        who: whoWeAre(),
        ...(flags.sample && { pull: { paceMs: 0 } }),
      })
    }
    const stopped = new Promise<void>((resolve) => terminal.onStop(resolve))
    // A server goes on when nobody reads what it prints.
    await announce(url, spaceData.storeDescription, flags, terminal).catch(() => {})
    await stopped
    terminal.err('space-data: finishing open requests; once more to end at once\n')
    await drain(DRAIN_MS)
  } finally {
    await spaceData.close()
  }
}

/** Says where the server listens, where its store is, and how to ask it for the first time. */
function announce(url: string, store: string, flags: ServeFlags, terminal: Terminal): Promise<void> {
  if (flags.json) return printJson({ url, store, sample: flags.sample === true }, terminal)
  const sample = flags.sample
    ? ['Sample data: stand-ins answer for the providers, and every source says (sample)']
    : []
  const lines = [
    `Listening on ${url}`,
    `Store: ${store}`,
    ...sample,
    'Issue a key, then use it:',
    `  curl -s -X POST ${url}/v1/keys -H 'content-type: application/json' -d '{"label":"me"}'`,
    `  curl -s ${url}/v1/space-weather/kp -H 'x-api-key: <key>'`,
  ]
  return terminal.out(`${lines.join('\n')}\n`)
}
