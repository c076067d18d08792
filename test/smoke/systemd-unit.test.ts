import { expect, it } from 'vitest'
import { deployFile, drainSeconds } from '../deploy/files.ts'

const unit = deployFile('space-data@.service')
const valuesOf = (name: string) =>
  [...unit.matchAll(/^(\w+)=(.*)$/gm)].filter(([, key]) => key === name).map(([, , value]) => value)

it('the systemd unit stops later than its open requests may go on, and lets Node compile', () => {
  expect(Number(valuesOf('TimeoutStopSec'))).toBeGreaterThan(drainSeconds() + 5)
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
})
