import { seconds } from '#kit/time'
import { describeFailure } from '#storage/describe-failure'
import { within } from '#storage/timeout'

/** An operation that Redis has not begun within so many milliseconds is refused by Redis itself. */
export const TIMEOUT_MS = 500

/** How often Redis is requested its time, which also shows that it still responds. */
const HEARTBEAT_MS = 200

/**
 * So many heartbeats in a row find nothing received: Redis does not respond. They are counted, not timed: a
 * process that was busy itself reads what has arrived meanwhile before the next one.
 */
const SILENT_HEARTBEATS = 3

/** The part of the client of `@keyv/redis` in use; its own types need those of Node. */
export interface RedisClient {
  readonly isOpen: boolean
  readonly isReady: boolean
  on(event: 'ready' | 'error', listener: (error?: unknown) => void): unknown
  connect(): Promise<unknown>
  destroy(): void
  sendCommand(args: readonly string[]): Promise<unknown>
}

/** What the store requests of Redis; the first key of a command decides which Redis of a cluster gets it. */
export interface RedisCommands {
  /** Runs a read-only command, such as `('HGET', key, field)`. */
  command(...args: readonly string[]): Promise<unknown>
  /**
   * Runs a Lua script; its own `ARGV` begins at 2. Redis refuses it half a second after `startedAt`: a script
   * that waited in a socket while Redis was frozen must not run after its caller has timed out.
   *
   * @param args As many for each key as for any other.
   * @param startedAt By `performance.now()`; default: now.
   */
  runScript(
    script: string,
    keys: readonly string[],
    args: readonly string[],
    startedAt?: number,
  ): Promise<unknown>
}

/** A self-reconnecting connection. While Redis is down or silent, every operation rejects at once. */
export interface RedisConnection extends RedisCommands {
  /** Resolves once Redis has responded, or has failed to for the first time. */
  readonly opened: Promise<void>
  /** Returns why Redis cannot be used now; `undefined` while it can. */
  unavailableReason(): string | undefined
  /** Returns why the Redis that responded last can never be the store; `undefined` if it can. */
  unfitReason(): string | undefined
  /** Returns Redis's clock minus this machine's, in milliseconds, as last measured; 0 before that. */
  clockSkewMs(): number
  /** The same, for a key of a slot that this node of a cluster is importing: `ASKING` goes before each. */
  readonly importing: RedisCommands
  close(): Promise<void>
}

/** Which Redis to connect to, and how to check it. */
export interface RedisConnectionOptions {
  readonly createClient: (settings: ReturnType<typeof clientSettings>) => RedisClient
  /** Name of this Redis in error messages. */
  readonly description: string
  /** What must not be in any message. */
  readonly secrets: readonly string[]
  /** Called for each new connection; returns why this Redis can never be the store, if it cannot. */
  readonly checkFitness: (send: (...command: string[]) => Promise<unknown>) => Promise<string | undefined>
}

/**
 * Returns the settings of the client. The timeouts are for a connection or a handshake without response; they
 * are longer than a busy process takes to look at its sockets, so that it does not mistake its own delay for
 * one of Redis.
 */
const clientSettings = (reconnectStrategy: (failures: number) => number | false) => ({
  disableOfflineQueue: true,
  socket: { connectTimeout: seconds(1), socketTimeout: seconds(1), reconnectStrategy },
})

/** Connects to Redis, and keeps reconnecting until it is closed. */
export function connectRedis({
  createClient,
  description,
  secrets,
  checkFitness,
}: RedisConnectionOptions): RedisConnection {
  /** Redis's clock minus `performance.now()`; `undefined` while disconnected. */
  let clockOffsetMs: number | undefined
  let clockSkewMs = 0
  let unavailableReason = 'it has not responded yet'
  let unfitReason: string | undefined
  let isFitnessChecked = false
  let silentHeartbeats = 0
  let isHeartbeatPending = false
  let heartbeats: ReturnType<typeof setInterval> | undefined
  let closing: Promise<void> | undefined
  let resolveOpened = () => {}
  const opened = new Promise<void>((resolve) => {
    resolveOpened = resolve
  })
  const scripts = new Map<string, Promise<string>>()

  const client = createClient(clientSettings((failures) => !closing && Math.min(50 * 2 ** failures, 500)))
  client.on('error', onDisconnect)
  client.on('ready', () => {
    if (closing) return client.destroy()
    clearInterval(heartbeats)
    heartbeats = setInterval(sendHeartbeat, HEARTBEAT_MS)
    isHeartbeatPending = false
    isFitnessChecked = false
    silentHeartbeats = 0
    sendHeartbeat()
  })
  connect()

  return {
    opened,
    unavailableReason: () => (clockOffsetMs === undefined ? unavailableReason : undefined),
    unfitReason: () => unfitReason,
    clockSkewMs: () => clockSkewMs,
    ...commandsBy((args) => client.sendCommand(args)),
    importing: commandsBy((args) => {
      client.sendCommand(['ASKING']).catch(() => {})
      return client.sendCommand(args)
    }),
    close,
  }

  function connect(): void {
    client.connect().catch(onDisconnect)
  }

  /** Asks Redis for its time; reconnects if it does not respond. */
  function sendHeartbeat(): void {
    if (!client.isReady) {
      clearInterval(heartbeats)
      return
    }
    if (!isHeartbeatPending) {
      isHeartbeatPending = true
      readClock().catch((error) => client.isReady && onDisconnect(error))
    } else if (silentHeartbeats < SILENT_HEARTBEATS - 1) {
      silentHeartbeats += 1
    } else {
      onDisconnect(new Error('it does not respond'))
      client.destroy()
      connect()
    }
  }

  async function readClock(): Promise<void> {
    if (!isFitnessChecked) {
      unfitReason = await checkFitness((...command) => client.sendCommand(command))
      silentHeartbeats = 0
      if (unfitReason !== undefined) throw new Error(unfitReason)
      isFitnessChecked = true
    }
    const sentAt = performance.now()
    const [s, us] = (await client.sendCommand(['TIME'])) as [string, string]
    silentHeartbeats = 0
    const time = Number(s) * 1_000 + Number(us) / 1_000
    clockSkewMs = time - Date.now()
    clockOffsetMs = time - sentAt
    isHeartbeatPending = false
    resolveOpened()
  }

  function onDisconnect(error: unknown): void {
    clockOffsetMs = undefined
    isHeartbeatPending = false
    unavailableReason = describeFailure(error, secrets)
    resolveOpened()
  }

  /** Returns Redis's clock minus `performance.now()`; throws while disconnected. */
  function requireClock(): number {
    if (!closing && client.isReady && clockOffsetMs !== undefined) return clockOffsetMs
    throw new Error(`${description} cannot be used: ${closing ? 'it was closed' : unavailableReason}`)
  }

  async function query<T>(call: () => Promise<T>): Promise<T> {
    requireClock()
    try {
      const result = await call()
      silentHeartbeats = 0
      return result
    } catch (error) {
      requireClock()
      throw error
    }
  }

  function commandsBy(send: RedisClient['sendCommand']): RedisCommands {
    const command = (...args: readonly string[]) => query(() => send(args))
    return {
      command,
      async runScript(script, keys, args, startedAt = performance.now()) {
        const deadline = String(Math.floor(requireClock() + startedAt + TIMEOUT_MS))
        const evaluate = async (sha: Promise<string>) =>
          command('EVALSHA', await sha, String(keys.length), ...keys, deadline, ...args)
        const loaded = scripts.get(script) ?? loadScript(script)
        try {
          return await evaluate(loaded)
        } catch (error) {
          if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
          const current = scripts.get(script)
          return evaluate(current === undefined || current === loaded ? loadScript(script) : current)
        }
      },
    }
  }

  function loadScript(script: string): Promise<string> {
    const sha = query(() => client.sendCommand(['SCRIPT', 'LOAD', `${REFUSE_LATE}${script}`])).then(String)
    scripts.set(script, sha)
    sha.catch(() => scripts.delete(script))
    return sha
  }

  /** Waits for operations under way, for at most the usual timeout. */
  function close(): Promise<void> {
    closing ??= (async () => {
      clearInterval(heartbeats)
      if (!client.isReady) return
      await within(TIMEOUT_MS, client.sendCommand(['PING'])).catch(() => {})
      if (client.isReady) client.destroy()
    })()
    return closing
  }
}

/** The first argument of every script is its deadline, by the clock of Redis. */
const REFUSE_LATE = `local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then
  return redis.error_reply('LATE the caller has timed out')
end
`
