import { seconds } from '#time'

/** An operation that Redis has not begun by then is refused by Redis itself. */
export const PATIENCE_MS = 500

/** How often Redis is asked for its time, which also shows that it still answers. */
const BEAT_MS = 200

/** What we use of the client of `@keyv/redis`, whose own types need those of Node. */
export interface RedisClient {
  readonly isReady: boolean
  on(event: 'ready' | 'error', listener: (error?: unknown) => void): unknown
  connect(): Promise<unknown>
  destroy(): void
  sendCommand(args: readonly string[]): Promise<unknown>
}

/** One connection that mends itself: while there is none, or Redis is silent, every operation rejects at once. */
export interface RedisConnection<Client extends RedisClient = RedisClient> {
  readonly client: Client
  /** Resolves once Redis has answered, or has failed to for the first time. */
  readonly opened: Promise<void>
  /** Why there is no connection now, in words; absent while there is one. */
  fault(): string | undefined
  /** Why the Redis that answered last can never be the store, in words. */
  refusal(): string | undefined
  /** Redis's clock minus this machine's, in milliseconds, as it was when it was last asked; 0 before. */
  apartMs(): number
  /** Runs a command of the client that changes nothing. */
  ask<T>(command: () => Promise<T>): Promise<T>
  /** The same, word by word. */
  read(...args: readonly string[]): Promise<unknown>
  /**
   * Runs a Lua script, its `ARGV` beginning at 2, unless half a second has passed since `askedAt` when Redis comes to
   * it: what waits in a socket while Redis stands still is not done later, when its caller has long given up.
   */
  run(script: string, keys: readonly string[], args: readonly string[], askedAt?: number): Promise<unknown>
  close(): Promise<void>
}

/**
 * The settings that every connection has. The time-out of the socket is for a handshake without an answer, and is
 * longer than two beats so that a busy process does not mistake its own delay for one.
 */
const clientSettings = (reconnectStrategy: (failures: number) => number | false) => ({
  disableOfflineQueue: true,
  socket: { connectTimeout: 300, socketTimeout: seconds(1), reconnectStrategy },
})

/**
 * Connects, and goes on trying until it is closed; `place` is what errors call it, `tell` puts an error in words. Each new connection
 * is examined before it is used: `examine` gives the reason why it cannot be, if there is one.
 */
export function connectRedis<Client extends RedisClient>(
  newClient: (settings: ReturnType<typeof clientSettings>) => Client,
  place: string,
  tell: (error: unknown) => string,
  examine: (send: (...command: string[]) => Promise<unknown>) => Promise<string | undefined>,
): RedisConnection<Client> {
  /** Redis's clock minus ours, while there is a connection. */
  let aheadMs: number | undefined
  let apartMs = 0
  let fault = 'it has not answered yet'
  let refusal: string | undefined
  let isExamined = false
  let heardAt = 0
  let isAsking = false
  let beating: ReturnType<typeof setInterval> | undefined
  let closing: Promise<void> | undefined
  let haveOpened = () => {}
  const opened = new Promise<void>((resolve) => {
    haveOpened = resolve
  })
  const scripts = new Map<string, Promise<string>>()

  const client = newClient(clientSettings((failures) => !closing && Math.min(50 * 2 ** failures, 500)))
  client.on('error', lose)
  client.on('ready', () => {
    if (closing) return client.destroy()
    clearInterval(beating)
    beating = setInterval(beat, BEAT_MS)
    isAsking = false
    isExamined = false
    heardAt = performance.now()
    beat()
  })
  connect()

  return {
    client,
    opened,
    fault: () => (aheadMs === undefined ? fault : undefined),
    refusal: () => refusal,
    apartMs: () => apartMs,
    ask,
    read,
    run,
    close,
  }

  function connect(): void {
    client.connect().catch(lose)
  }

  /** Asks for the time; the last question still being open, gives up on a connection on which nothing comes back. */
  function beat(): void {
    if (!client.isReady) {
      clearInterval(beating)
      return
    }
    const askedAt = performance.now()
    if (!isAsking) {
      isAsking = true
      setClock().catch((error) => client.isReady && lose(error))
    } else if (askedAt - heardAt > PATIENCE_MS) {
      lose(new Error('it does not answer'))
      client.destroy()
      connect()
    }

    async function setClock(): Promise<void> {
      if (!isExamined) {
        refusal = await examine((...command) => client.sendCommand(command))
        heardAt = performance.now()
        if (refusal !== undefined) throw new Error(refusal)
        isExamined = true
      }
      const sentAt = performance.now()
      const [s, us] = (await client.sendCommand(['TIME'])) as [string, string]
      heardAt = performance.now()
      const time = Number(s) * 1_000 + Number(us) / 1_000
      apartMs = time - Date.now()
      aheadMs = time - sentAt
      isAsking = false
      haveOpened()
    }
  }

  function lose(error: unknown): void {
    aheadMs = undefined
    isAsking = false
    fault = tell(error)
    haveOpened()
  }

  /** Redis's clock minus ours; throws when there is no connection. */
  function clock(): number {
    if (!closing && client.isReady && aheadMs !== undefined) return aheadMs
    throw new Error(`${place} cannot be used: ${closing ? 'it was closed' : fault}`)
  }

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    clock()
    try {
      const answer = await command()
      heardAt = performance.now()
      return answer
    } catch (error) {
      clock()
      throw error
    }
  }

  function read(...args: readonly string[]): Promise<unknown> {
    return ask(() => client.sendCommand(args))
  }

  async function run(
    script: string,
    keys: readonly string[],
    args: readonly string[],
    askedAt = performance.now(),
  ): Promise<unknown> {
    const deadline = String(Math.floor(clock() + askedAt + PATIENCE_MS))
    const runLoaded = async (loaded: Promise<string>) =>
      read('EVALSHA', await loaded, String(keys.length), ...keys, deadline, ...args)
    const known = scripts.get(script) ?? load(script)
    try {
      return await runLoaded(known)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      const current = scripts.get(script)
      return runLoaded(current === undefined || current === known ? load(script) : current)
    }
  }

  function load(script: string): Promise<string> {
    const loaded = read('SCRIPT', 'LOAD', `${REFUSE_LATE}${script}`).then(String)
    scripts.set(script, loaded)
    loaded.catch(() => scripts.delete(script))
    return loaded
  }

  /** Waits for what is under way, for the usual patience at most. */
  function close(): Promise<void> {
    closing ??= (async () => {
      clearInterval(beating)
      if (!client.isReady) return
      let giveUp: ReturnType<typeof setTimeout> | undefined
      const patience = new Promise((resolve) => {
        giveUp = setTimeout(resolve, PATIENCE_MS)
      })
      await Promise.race([client.sendCommand(['PING']).catch(() => {}), patience])
      clearTimeout(giveUp)
      if (client.isReady) client.destroy()
    })()
    return closing
  }
}

/** The first argument of every script is when, by the clock of Redis, it is too late for it. */
const REFUSE_LATE = `local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then
  return redis.error_reply('LATE nobody waits for it any more')
end
`
