import { readFileSync } from 'node:fs'

/** A line of the kernel's table: local address and port, the other's, state, what is unsent and unread. */
const LINE = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} [0-9A-F]{2} [0-9A-F]{8}:([0-9A-F]{8})/gm

/** What has come to a port of this machine and was not read yet: bytes, and connections not yet accepted. */
export function unreadAt(port: number): number {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFileSync(path, 'utf8')).join('\n')
  return [...tables.matchAll(LINE)]
    .filter(([, local = '']) => Number.parseInt(local, 16) === port)
    .reduce((sum, [, , unread = '']) => sum + Number.parseInt(unread, 16), 0)
}
