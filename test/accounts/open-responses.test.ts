import { memory, type StoreBackend } from '@space-data/core'
import type { AtomicStore } from '@space-data/core/storage'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type {
  OpenCaller,
  OpenKind,
} from '../../packages/core/src/kernel/accounts/open-responses/open-responses.ts'
import type { OpenPlace } from '../../packages/core/src/kernel/endpoint/open-place.ts'
import { Problem } from '../../packages/core/src/kernel/kit/problem.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { elapsing } from '../support/elapsing.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { runs } from '../support/tier.ts'
import { turns as turnsOfLoop } from '../support/turns.ts'

/** A response that is open until the test closes it. */
class Body {
  isAbandoned = false
  readonly place: OpenPlace

  constructor(place: OpenPlace) {
    this.place = place
  }

  async return(): Promise<void> {
    this.place.release()
  }
}

const caller = (
  account: string | undefined,
  { tier = 'pro', ip = undefined as string | undefined } = {},
): OpenCaller => ({
  account,
  tier: account === undefined ? undefined : tier,
  request: { ip: () => ip, waitUntil: () => {} },
})

/** Opens a response; returns it, or the message of the refusal. */
async function open(
  context: TestContext,
  from: OpenCaller,
  kind: OpenKind = 'stream',
): Promise<Body | string> {
  try {
    return await context.accounts.openResponses.open(kind, from, async (place) => new Body(place))
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return error.message
    throw error
  }
}

const opened = (results: readonly (Body | string)[]) => results.filter((each) => each instanceof Body)
const burst = (count: number, of: (i: number) => Promise<Body | string>) =>
  Promise.all(Array.from({ length: count }, (_, i) => of(i)))

/** Memory whose operations take turns of the event loop, in an order of their own, as those of a network. */
function slowMemory(turns: () => number = () => 1): StoreBackend {
  const { atomic, ...rest } = memory()
  const late = async () => {
    for (let left = turns(); left > 0; left -= 1) await new Promise(setImmediate)
  }
  const delayed = Object.fromEntries(
    Object.entries(atomic).map(([name, operation]) => [
      name,
      async (...args: unknown[]) => {
        await late()
        return (operation as (...all: unknown[]) => unknown)(...args)
      },
    ]),
  ) as unknown as AtomicStore
  return { ...rest, atomic: delayed }
}

function processesOn(backend: StoreBackend, count: number): TestContext[] {
  const time = { at: NOON }
  return Array.from({ length: count }, () => testContext({ backend, time }))
}

test.each([
  ['stream', 10, 60],
  ['list', 3, 10],
] as const)('an account opens a %s %i times, in a burst and on two processes', async (kind, max, seconds) => {
  const processes = processesOn(slowMemory(), 2)
  const results = await burst(40, (i) => open(processes[i % 2]!, caller('acme'), kind))
  expect(opened(results)).toHaveLength(max)
  const name = kind === 'stream' ? 'streams' : 'complete lists'
  expect(results.find((each) => typeof each === 'string')).toBe(
    `This account has ${max} open ${name}, which is the maximum. Close one, or retry in ${seconds} s.`,
  )
  expect(opened([await open(processes[0]!, caller('other'), kind)])).toHaveLength(1)
})

test('an account never has more than 10, and always gets a free place, whatever opens and closes', async () => {
  const step = fc.record({ process: fc.nat(2), opens: fc.nat(6), closes: fc.nat(6) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.nat(3), { minLength: 1 }),
      async (steps, turns) => {
        let turn = 0
        const processes = processesOn(
          slowMemory(() => turns[turn++ % turns.length] ?? 0),
          3,
        )
        using time = elapsing()
        let held: Body[] = []
        for (const { process, opens, closes } of steps) {
          for (const body of held.splice(0, closes)) await body.return()
          // What was closed is free here at once, and elsewhere when the store has it: an operation takes up to
          // three turns.
          await turnsOfLoop()
          await Promise.all(processes.map((context) => open(context, caller('acme'), 'list'))).then((lists) =>
            Promise.all(lists.map((list) => list instanceof Body && list.return())),
          )
          time.pass(300)
          const got = opened(await burst(opens, () => open(processes[process]!, caller('acme')))) as Body[]
          expect(got).toHaveLength(Math.min(opens, 10 - held.length))
          held = [...held, ...got]
        }
      },
    ),
    runs(60, 60),
  )
})

test('whoever closes one of ten and opens the next at once gets it', async () => {
  const [context] = processesOn(slowMemory(), 1) as [TestContext]
  let bodies = opened(await burst(10, () => open(context, caller('acme')))) as Body[]
  for (let i = 0; i < 50; i += 1) {
    void bodies[i % 10]!.return()
    const next = await open(context, caller('acme'))
    expect(next).toBeInstanceOf(Body)
    bodies = bodies.with(i % 10, next as Body)
  }
})

test('whoever was refused while another process has the rest, and closes one, gets the next at once', async () => {
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => stopped.mockRestore())
  const [one, other] = processesOn(slowMemory(), 2) as [TestContext, TestContext]
  await burst(9, () => open(other, caller('acme')))
  let body = await open(one, caller('acme'))
  for (let i = 0; i < 3; i += 1) {
    expect(await open(one, caller('acme'))).toMatch('This account has 10')
    expect(body).toBeInstanceOf(Body)
    void (body as Body).return()
    body = await open(one, caller('acme'))
  }
  expect(body).toBeInstanceOf(Body)
})

test('the places of a killed process are free after 75 seconds, those of one that goes on are not', async () => {
  using time = elapsing()
  const [killed, living, other, last] = processesOn(memory(), 4) as [
    TestContext,
    TestContext,
    TestContext,
    TestContext,
  ]
  await burst(5, () => open(killed, caller('acme')))
  const kept = opened(await burst(5, () => open(living, caller('acme')))) as Body[]
  const pass = async (ms: number) => {
    time.pass(ms)
    other.time.at += ms
    await Promise.all(kept.map(({ place }) => place.renew()))
  }
  for (let i = 0; i < 7; i += 1) {
    expect(await open(other, caller('acme'))).toMatch('This account has 10')
    await pass(10_000)
  }
  await pass(10_000)
  expect(opened(await burst(6, () => open(other, caller('acme'))))).toHaveLength(5)
  for (let i = 0; i < 60; i += 1) await pass(60_000)
  // Nothing has renewed those of `other`.
  expect(opened(await burst(6, () => open(last, caller('acme'))))).toHaveLength(5)
})

test('while the store is away each process counts for itself, and later they find their places', async () => {
  using time = elapsing()
  const faulty = faultyBackend()
  const [one, two] = processesOn(faulty.backend, 2) as [TestContext, TestContext]
  const pass = async (ms: number, bodies: readonly (Body | string)[]) => {
    time.pass(ms)
    one.time.at += ms
    for (const body of bodies) if (body instanceof Body) await body.place.renew()
  }
  faulty.fault = 'throws'
  const first = await burst(12, () => open(one, caller('acme')))
  expect(opened(first)).toHaveLength(10)
  expect(opened(await burst(1, () => open(two, caller('acme'))))).toHaveLength(1)
  // After three the circuit is open, and the last of them is what the others meet.
  expect(one.errors).toHaveLength(3)
  await pass(31_000, first)
  faulty.fault = 'none'
  await pass(31_000, first)
  await pass(31_000, first)
  expect(await open(two, caller('acme'))).toMatch('This account has 10')
  for (const body of opened(first)) await (body as Body).return()
  await pass(300, [])
  expect(opened(await burst(12, () => open(two, caller('acme'))))).toHaveLength(9)
})

test('a store that lost everything has the places again after half a minute', async () => {
  using time = elapsing()
  const faulty = faultyBackend()
  const [one, two] = processesOn(faulty.backend, 2) as [TestContext, TestContext]
  const bodies = opened(await burst(10, () => open(one, caller('acme')))) as Body[]
  faulty.loseEverything()
  time.pass(31_000)
  one.time.at += 31_000
  for (const { place } of bodies) await place.renew()
  expect(await open(two, caller('acme'))).toMatch('This account has 10')
})

test('a network has 50 streams of a process, an IPv6 /64 is one, and clients without an address are none', async () => {
  const context = testContext()
  const at = (ip: string | undefined) => (i: number) =>
    open(context, caller(`account ${ip} ${Math.floor(i / 10)}`, { ip }))
  expect(opened(await burst(60, at('192.0.2.1')))).toHaveLength(50)
  expect(await at('192.0.2.1')(99)).toMatch('This network has 50 open streams')
  expect(opened(await burst(60, (i) => at(`2001:db8::${1 + (i % 5)}`)(i)))).toHaveLength(50)
  expect(opened(await burst(60, at('192.0.2.2')))).toHaveLength(50)
  expect(opened(await burst(60, at(undefined)))).toHaveLength(60)
})

test('free accounts have half of the streams of a process, and others the rest', async () => {
  const context = testContext()
  const ipOf = (tier: string, i: number) => `192.0.2.${tier.length + 10 * (Math.floor(i / 50) % 20)}`
  const from = (tier: string) => (i: number) =>
    open(context, caller(`${tier} ${Math.floor(i / 10)}`, { tier, ip: ipOf(tier, i) }))
  expect(opened(await burst(600, from('free')))).toHaveLength(500)
  expect(await from('free')(999)).toMatch('Free accounts together have 500 open streams')
  // A tier that is not configured here has the limits of `free`.
  expect(await from('gold')(999)).toMatch('Free accounts together have 500 open streams')
  expect(opened(await burst(600, from('enterprise')))).toHaveLength(500)
  expect(await from('enterprise')(999)).toMatch('This server has 1000 open streams')
})

test('a process has 10 lists, of all accounts together, and they take no stream from anybody', async () => {
  const context = testContext()
  const results = await burst(20, (i) => open(context, caller(`account ${i % 5}`), 'list'))
  expect(opened(results)).toHaveLength(10)
  expect(results.at(-1)).toMatch('This server has 10 open complete lists')
  expect(await open(context, caller('account 0'))).toBeInstanceOf(Body)
})

test('where no key is needed, a network has as many as an account', async () => {
  const context = testContext()
  const from = (ip: string | undefined) => () => open(context, caller(undefined, { ip }))
  expect(opened(await burst(20, from('192.0.2.1')))).toHaveLength(10)
  expect(await from('192.0.2.1')()).toMatch('This network has 10 open streams')
  expect(opened(await burst(20, from('192.0.2.2')))).toHaveLength(10)
  // The operator's own code, and hosts that have no address.
  expect(opened(await burst(200, from(undefined)))).toHaveLength(200)
})

test('an abandoned response makes room, and one that cannot begin takes none', async () => {
  const context = testContext()
  const bodies = opened(await burst(10, () => open(context, caller('acme')))) as Body[]
  bodies[3]!.isAbandoned = true
  expect(await open(context, caller('acme'))).toBeInstanceOf(Body)
  expect(await open(context, caller('acme'))).toMatch('This account has 10')
  for (let i = 0; i < 20; i += 1) {
    const failing = context.accounts.openResponses.open('list', caller('acme'), () =>
      Promise.reject(new Error('gone')),
    )
    await expect(failing).rejects.toThrow('gone')
  }
  expect(await open(context, caller('acme'), 'list')).toBeInstanceOf(Body)
})

test('who is refused again and again costs the store little', async () => {
  const faulty = faultyBackend()
  const [one, two] = processesOn(faulty.backend, 2) as [TestContext, TestContext]
  await burst(10, () => open(one, caller('acme')))
  const before = faulty.calls.setIfAbsent
  for (let i = 0; i < 1_000; i += 1) await open(two, caller('acme'))
  // Ten each time, and at most once in 250 ms.
  expect(faulty.calls.setIfAbsent - before).toBeLessThanOrEqual(100)
})

test('work is done in turn, and one that fails keeps nobody waiting', async () => {
  const context = testContext()
  const bodies = opened(await burst(10, (i) => open(context, caller(`account ${i}`), 'list'))) as Body[]
  let atWork = 0
  const done = await Promise.allSettled(
    bodies.map(({ place }, i) =>
      place.inTurn(async () => {
        atWork += 1
        await new Promise(setImmediate)
        expect(atWork).toBe(1)
        atWork -= 1
        if (i === 3) throw new Error('gone')
        return i
      }),
    ),
  )
  expect(done.map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, (_, i) => (i === 3 ? 'rejected' : 'fulfilled')),
  )
})

test('closing ends all, and gives their places to other processes', async () => {
  const [one, two] = processesOn(slowMemory(), 2) as [TestContext, TestContext]
  await burst(10, () => open(one, caller('acme')))
  await one.accounts.openResponses.close()
  expect(opened(await burst(10, () => open(two, caller('acme'))))).toHaveLength(10)
})
