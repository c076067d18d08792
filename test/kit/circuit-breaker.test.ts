import { expect, test } from 'vitest'
import { Circuit } from '../../packages/core/src/kernel/kit/circuit-breaker.ts'

/** A circuit on a stopped clock that opens after two failures, for 10 ms and then for 20 ms. */
function setUp() {
  const time = { at: 1_000 }
  const pauseMs = (failures: number) => (failures > 2 ? 20 : 10)
  return { time, circuit: new Circuit({ now: () => time.at, threshold: 2, pauseMs }) }
}

test('a circuit opens at the threshold of consecutive failures, for the pause', () => {
  const { time, circuit } = setUp()
  expect([circuit.failed(), circuit.succeeded(), circuit.failed()]).toEqual([false, false, false])
  expect(circuit.isOpen).toBe(false)
  expect([circuit.failed(), circuit.isOpen]).toEqual([true, true])
  time.at += 9
  expect(circuit.isOpen).toBe(true)
  time.at += 1
  expect(circuit.isOpen).toBe(false)
})

test('a failure that trips opens a circuit below the threshold', () => {
  const { circuit } = setUp()
  expect([circuit.failed(circuit.begin(), true), circuit.isOpen]).toEqual([true, true])
})

test('a half-open circuit lets one probe through: its failure opens it for longer, its success closes it', () => {
  const { time, circuit } = setUp()
  circuit.failed()
  circuit.failed()
  time.at += 10
  const probe = circuit.begin()
  expect(circuit.isOpen).toBe(true)
  expect([circuit.failed(probe), circuit.isOpen]).toEqual([false, true])
  time.at += 19
  expect(circuit.isOpen).toBe(true)
  time.at += 1
  expect([circuit.succeeded(circuit.begin()), circuit.isOpen]).toEqual([true, false])
})

test('the outcome of a call that began before the circuit opened or closed is ignored', () => {
  const { circuit } = setUp()
  const [early, alsoEarly] = [circuit.begin(), circuit.begin()]
  circuit.failed()
  circuit.failed()
  expect([circuit.succeeded(early), circuit.failed(alsoEarly), circuit.isOpen]).toEqual([false, false, true])
})
