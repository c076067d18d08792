import type { Command } from 'commander'
import { UsageError } from '#failure'
import { given, wholeNumber } from '#given'
import type { WorldFlags } from '#open'
import { withAltitudes, withExample, withOwnStore, withUpstream } from '#options'
import { printJson } from '#print'
import type { Terminal } from '#terminal'

const DRAIN_MS = 10_000

interface ServeFlags extends WorldFlags {
  readonly port?: string
  readonly host?: string
  readonly trustedHops?: string
  /** Commander's name for `--no-jobs`. */
  readonly jobs: boolean
  readonly json?: true
}

/** `space-data serve`: answers over HTTP until it is told to stop. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('Serve the interface over HTTP until SIGTERM or Ctrl-C')
    .option('--port <n>', 'port to listen on, 0 for a free one (default: 8787; env: SPACE_DATA_PORT)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1; env: SPACE_DATA_HOST)')
  withAltitudes(withUpstream(withOwnStore(command)))
    .option('--sample', 'stand-ins instead of the live providers: no network, a store of its own')
    .option('--trusted-hops <n>', 'proxies in front to believe (default: 0; env: SPACE_DATA_TRUSTED_HOPS)')
    .option(
      '--no-jobs',
      'do not compute the shells every night at 03:17 UTC; another server on the store does',
    )
    .option('--json', 'print one JSON object instead of lines')
  withExample(command, 'serve --port 8080 --store sqlite:./space-data.sqlite')
  command.action((flags: ServeFlags) => serve(flags, terminal))
}

async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const { trustedHops, ...address } = settingsOf(flags, terminal.env)
  const [{ open }, { listen }, { nodeWorkers, toNodeListener }, { spareWorkers, whoWeAre }] =
    await Promise.all([
      import('#open'),
      import('#server'),
      import('@space-data/core/node'),
      import('#workers'),
    ])

  const spaceData = await open(flags, terminal, { mayForget: true })
  try {
    const { url, drain } = await listen(toNodeListener(spaceData, { trustedHops }), address)
    if (flags.jobs) {
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

function settingsOf(flags: ServeFlags, env: Terminal['env']) {
  const port = given(flags.port, ['--port', 'SPACE_DATA_PORT'], env)
  const host = given(flags.host, ['--host', 'SPACE_DATA_HOST'], env)
  const hops = given(flags.trustedHops, ['--trusted-hops', 'SPACE_DATA_TRUSTED_HOPS'], env)
  if (host?.text === '') throw new UsageError('--host takes an address, such as 127.0.0.1 or ::')
  return {
    port: port ? wholeNumber(port, 65_535) : 8_787,
    host: host ? host.text.replace(/^\[(.*)\]$/, '$1') : '127.0.0.1',
    trustedHops: hops ? wholeNumber(hops, 32) : 0,
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
