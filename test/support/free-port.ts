import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of 127.0.0.1 on which nothing listens, for a program that has to be told its port.
 *
 * It lies below the range from which Linux and macOS take the ports of outgoing connections (32,768 and up):
 * one of those could otherwise be taken by any connection of a test beside this one before the program
 * listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    // Waiting for an event rejects if there is an error before it.
    const listens = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!listens) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
