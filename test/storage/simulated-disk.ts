import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A system call on a file, from a log of `strace -f -y -xx`. */
interface Call {
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
  readonly offset: number
  /** Number of calls that had ended when it began: a sync covers the writes before that. */
  readonly begun: number
  readonly ok: boolean
}

/** Parses a log of strace; a call interrupted by another thread is on two lines. */
export function* callsOf(log: string): Generator<Call> {
  const unfinished = new Map<string, { text: string; begun: number }>()
  let ended = 0
  for (const line of log.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const cut = text.replace(/ <unfinished \.\.\.>$/, '')
    if (cut !== text) {
      unfinished.set(thread, { text: cut, begun: ended })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    const start = resumed && unfinished.get(thread)
    const call = parsed(start ? start.text + resumed[1] : text, start?.begun ?? ended)
    if (!call) continue
    ended += 1
    yield call
  }
}

function parsed(text: string, begun: number): Call | undefined {
  const [, name = '', path = '', rest = '', result = ''] =
    /^(\w+)\((?:\d+<([^>]*)>|")(.*)\)\s+= (-?\d+)/.exec(text) ?? []
  if (name === '') return undefined
  // The only call with a file name instead of a descriptor.
  const unlinked = name === 'unlink' ? rest.slice(0, -1) : ''
  const [, data = '', , offset = '0'] = /^, "([^"]*)"(?:, (\d+)(?:, (\d+))?)?$/.exec(rest) ?? []
  const size = /^, (\d+)$/.exec(rest)?.[1]
  return {
    name,
    path: unhexed(path || unlinked).toString(),
    bytes: unhexed(data),
    offset: Number(size ?? offset),
    begun,
    ok: Number(result) >= 0,
  }
}

const unhexed = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex')

interface Pending {
  readonly call: Call
  readonly nth: number
}

interface DiskFile {
  synced: Buffer
  pending: Pending[]
  /** Whether its folder was synced after it was created: otherwise its name may be lost. */
  isNamed: boolean
  /** Whether it was deleted: without a sync of its folder it may reappear. */
  isUnlinked: boolean
}

/** A disk that keeps synced writes, and a random choice of all others. */
export class SimulatedDisk {
  readonly #files = new Map<string, DiskFile>()
  readonly #folder: string
  #calls = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  do(call: Call): void {
    const nth = this.#calls
    this.#calls += 1
    if (!call.ok) return
    if (call.path === this.#folder && call.name === 'fsync') {
      for (const [path, file] of this.#files) {
        if (file.isUnlinked) this.#files.delete(path)
        file.isNamed = true
      }
    }
    if (dirname(call.path) !== this.#folder || call.path.endsWith('-shm')) return
    const file = this.#files.get(call.path) ?? {
      synced: Buffer.alloc(0),
      pending: [],
      isNamed: false,
      isUnlinked: false,
    }
    this.#files.set(call.path, file)
    if (call.name === 'unlink') file.isUnlinked = true
    if (call.name === 'pwrite64' || call.name === 'ftruncate') file.pending.push({ call, nth })
    if (call.name === 'fsync' || call.name === 'fdatasync') {
      const isCovered = (one: Pending) => one.nth < call.begun
      file.synced = applied(file.synced, file.pending.filter(isCovered))
      file.pending = file.pending.filter((one) => !isCovered(one))
    }
  }

  /**
   * Cuts the power: writes the content of the disk to another folder. `survives` decides on each unsynced
   * write.
   */
  cut(into: string, survives: () => boolean): void {
    for (const [path, { synced, pending, isNamed }] of this.#files) {
      if (!isNamed) continue
      writeFileSync(join(into, basename(path)), applied(synced, pending.filter(survives)))
    }
  }
}

function applied(bytes: Buffer, writes: readonly Pending[]): Buffer {
  const size = writes.reduce(
    (most, { call }) => (call.name === 'ftruncate' ? most : Math.max(most, call.offset + call.bytes.length)),
    bytes.length,
  )
  const result = Buffer.alloc(size)
  bytes.copy(result)
  let length = bytes.length
  for (const { call } of writes) {
    if (call.name === 'ftruncate') {
      result.fill(0, call.offset)
      length = call.offset
    } else {
      call.bytes.copy(result, call.offset)
      length = Math.max(length, call.offset + call.bytes.length)
    }
  }
  return result.subarray(0, length)
}
