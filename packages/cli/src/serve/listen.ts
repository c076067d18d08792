import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { type Listening, type ListenOptions, listen as listenOn } from '@space-data/core/node'
import { CliError, describeError, errorCode } from '#kit/errors'

export type { Listening } from '@space-data/core/node'

interface Address extends ListenOptions {
  readonly host: string
  /** Prefix of the flags that set the address: `metrics-` for `--metrics-port`; default: none. */
  readonly flags?: 'metrics-' | undefined
}

/**
 * Listens on an address.
 * @throws CliError with a remedy if the address cannot be used
 */
export async function listen(listener: RequestListener, { flags, ...address }: Address): Promise<Listening> {
  return listenOn(listener, address).catch((error) => rejectAddress(error, { flags, ...address }))
}

/** @throws CliError */
function rejectAddress(error: unknown, { flags, ...address }: Address): never {
  const reason = REASONS[errorCode(error)]?.(address) ?? describeError(error)
  throw new CliError(reason, portRemedy(flags ?? ''), error)
}

/**
 * Checks that the server can listen on an address, before a failing start could leave anything behind.
 * Returns the port: a free one for port 0.
 * @throws CliError with a remedy if it cannot
 */
export async function tryAddress(address: Address): Promise<number> {
  const { host, port } = address
  const server = createServer()
  await once(server.listen({ host, port }), 'listening').catch((error) => rejectAddress(error, address))
  const { port: found } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return found
}

/** Returns an address to listen on; an IPv6 address may be in brackets. */
export function listenAddress(port: number, host: string): { port: number; host: string } {
  return { port, host: host.replace(/^\[(.*)\]$/, '$1') }
}

function portRemedy(flags: string): string {
  return `Set another with --${flags}port or --${flags}host; --${flags}port 0 picks a free port`
}

const REASONS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port, host }) => `port ${port} on ${host} is already in use`,
  EACCES: ({ port, host }) => `no permission to listen on port ${port} on ${host}`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine`,
  ENOTFOUND: ({ host }) => `host ${host} not found`,
}
