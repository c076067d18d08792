import type { Command } from 'commander'
import { Failure } from '#failure'
import type { WorldFlags } from '#open'
import { withExample, withServerStore, withUpstream } from '#options'
import { minuteOf, printJson, printTable } from '#print'
import type { Terminal } from '#terminal'

/** What we print of the envelope of `/status`. */
interface StatusEnvelope {
  readonly data: { readonly status: string; readonly upstreams: readonly UpstreamRow[] }
}

interface UpstreamRow {
  readonly id: string
  readonly status: string
  readonly last_ok_at: string | null
  readonly data_as_of: string | null
  readonly error: string | null
}

/** `space-data status`: what the instances on a store know of each upstream; nothing is asked anew. */
export function addStatus(program: Command, terminal: Terminal): void {
  const command = program
    .command('status')
    .description('Show what the servers on a store know of each upstream; exits 1 when one is down')
  withUpstream(withServerStore(command)).option('--json', 'print the envelope of /status')
  withExample(command, 'status --store sqlite:./space-data.sqlite')
  command.action((flags: WorldFlags & { json?: true }) => status(flags, terminal))
}

async function status(flags: WorldFlags & { json?: true }, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const envelope = await withOpen(flags, terminal, async (spaceData) => {
    const response = await spaceData.handle(new Request('http://localhost/status'))
    if (!response.ok) throw new Failure(`the status cannot be read (HTTP ${response.status})`)
    return (await response.json()) as StatusEnvelope
  })
  const { upstreams } = envelope.data
  await (flags.json ? printJson(envelope, terminal) : printTable(TITLES, upstreams.map(rowOf), terminal))
  const down = upstreams.filter((upstream) => upstream.status === 'down').map(({ id }) => id)
  if (down.length > 0) throw new Failure(`${down.join(', ')} ${down.length === 1 ? 'is' : 'are'} down`)
}

const TITLES = ['UPSTREAM', 'STATE', 'LAST GOOD', 'NEWEST VALUE', 'WHAT IS WRONG']

function rowOf({ id, status, last_ok_at, data_as_of, error }: UpstreamRow): string[] {
  const wrong =
    error ??
    (status === 'unknown' ? 'not asked yet' : status === 'degraded' ? 'its newest value is late' : '-')
  return [id, status, minuteOf(last_ok_at, '-'), minuteOf(data_as_of, '-'), wrong]
}
