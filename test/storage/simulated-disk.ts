import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What a process did to a file, in the order in which it was done, as `strace -f -y -xx` wrote it down. */
interface Call {
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
  readonly offset: number
  /** How many calls had ended when it began: a sync stands for the writes before that. */
  readonly begun: number
  readonly ok: boolean
}

/** The calls of a log of strace; the call of another thread may begin and end on lines of their own. */
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
  // The one call that names a file instead of a descriptor.
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
  /** Whether its folder was synced since it was made: before that it may have no name. */
  isNamed: boolean
  /** Whether it was deleted: without a sync of its folder it may come back. */
  isUnlinked: boolean
}

/** A disk that keeps what was synced, and of all other writes only those that chance lets through. */
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

  /** Cuts the power: writes what the disk has into another folder. `survives` decides of each write that was not synced. */
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
