import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Certificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** Debian keeps the broker outside the `PATH` of users. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

const runs = (program: string) => spawnSync(program, ['-h'], { env }).error === undefined

/** Whether Mosquitto and its clients are installed. */
export const haveMosquitto = ['mosquitto', 'mosquitto_sub', 'mosquitto_passwd'].every(runs)
if (!haveMosquitto) console.warn('SKIPPED: mosquitto or mosquitto-clients is not installed')

/** A broker of a test's own, on a free port, which is ended by its id when the test leaves the block. */
export interface Broker extends AsyncDisposable {
  readonly port: number
  /** SIGKILL: it keeps nothing. */
  kill(): Promise<void>
  /** SIGTERM: it tells its clients. */
  stop(): Promise<void>
  /** Starts it (again) on the same port. */
  start(): Promise<void>
  /** SIGSTOP: it keeps its connections and answers nothing. */
  pause(): void
  resume(): void
  /** Subscribes to all topics, with MQTT 5. */
  follow(): Follower
}

interface BrokerOptions {
  /** Who may enter; default: everybody. */
  readonly user?: { readonly name: string; readonly password: string }
  /** Topics that nobody may write to, such as `homeassistant/#`; default: none. */
  readonly closed?: string
  /** Its certificate for TLS, whose name is `localhost`, with that of its authority. */
  readonly tls?: { readonly own: Certificate; readonly authority: Certificate }
  /** Whether it starts later; default: at once. */
  readonly isLate?: true
}

/** Starts a broker that keeps nothing on disk. */
export async function startBroker({ user, closed, tls, isLate }: BrokerOptions = {}): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-mosquitto-'))
  const port = await freePort()
  const file = (name: string, content: string) => {
    // Mosquitto gives up the rights of root before it reads some of them.
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const lines = [
    'user root',
    `listener ${port} 127.0.0.1`,
    'persistence false',
    'log_dest stderr',
    'log_type all',
  ]
  if (user) {
    const passwords = file('passwords', `${user.name}:${user.password}\n`)
    spawnSync('mosquitto_passwd', ['-U', passwords], { env })
    lines.push(`password_file ${passwords}`)
  }
  lines.push(`allow_anonymous ${!user}`)
  if (closed) lines.push(`acl_file ${file('acl', `topic deny ${closed}\ntopic readwrite #\n`)}`)
  if (tls)
    lines.push(
      `certfile ${file('cert.pem', tls.own.cert)}`,
      `keyfile ${file('key.pem', tls.own.key)}`,
      `cafile ${file('ca.pem', tls.authority.cert)}`,
    )
  const config = file('mosquitto.conf', `${lines.join('\n')}\n`)
  let broker: ChildProcess | undefined
  const followers = new Set<ChildProcess>()
  const login = user ? ['-u', user.name, '-P', user.password] : []
  const running = {
    port,
    kill: () => end(broker, 'SIGKILL'),
    stop: () => end(broker, 'SIGTERM'),
    async start() {
      broker = await launched(config)
    },
    pause: () => void broker?.kill('SIGSTOP'),
    resume: () => void broker?.kill('SIGCONT'),
    follow() {
      const words = ['-V', '5', '-p', String(port), '-t', '#', '-F', '%j', ...login]
      const child = spawn('mosquitto_sub', words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      followers.add(child)
      return follower(child)
    },
    async [Symbol.asyncDispose]() {
      for (const child of followers) await end(child, 'SIGKILL')
      await end(broker, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  if (!isLate) await running.start()
  return running
}

async function launched(config: string): Promise<ChildProcess> {
  const child = spawn('mosquitto', ['-c', config], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      log += chunk
      if (/ running$/m.test(log)) resolve()
    })
    child.on('error', reject).on('exit', () => reject(new Error(`mosquitto ended: ${log}`)))
  })
  return child
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** A message as a subscriber received it. */
export interface Received {
  readonly topic: string
  readonly payload: string
  /** Whether the broker had kept it. */
  readonly retain: number
  readonly properties?: { readonly 'message-expiry-interval'?: number }
}

/** A subscriber to all topics. */
export interface Follower {
  /** The newest message of each topic. */
  readonly newest: ReadonlyMap<string, Received>
  /** Resolves once this holds, which is tried after each message. */
  until(holds: (newest: ReadonlyMap<string, Received>) => boolean): Promise<void>
}

function follower({ stdout }: ChildProcess): Follower {
  const newest = new Map<string, Received>()
  const waiting = new Set<() => void>()
  if (stdout)
    createInterface(stdout).on('line', (line) => {
      // An empty payload, which removes what was kept, is `null` there.
      const { payload, ...received }: Omit<Received, 'payload'> & { payload: string | null } =
        JSON.parse(line)
      newest.set(received.topic, { ...received, payload: payload ?? '' })
      for (const look of waiting) look()
    })
  return {
    newest,
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds(newest)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
