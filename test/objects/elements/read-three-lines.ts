import type { ElementSet } from '@space-data/core/debris'
import { fromAlpha5 } from '../../../packages/core/src/features/objects/elements/alpha5.ts'

/** The element set that a TLE's columns say, by plain column arithmetic. */
export function readThreeLines(line1: string, line2: string, name = 'UNKNOWN'): ElementSet {
  const designator = line1.slice(9, 17).trim()
  return {
    noradId: fromAlpha5(line1.slice(2, 7)),
    name: name.trim(),
    internationalDesignator: designator
      ? `${century(designator)}${designator.slice(0, 2)}-${designator.slice(2)}`
      : null,
    epoch: epochOf(line1.slice(18, 32)),
    meanMotionRevPerDay: Number(line2.slice(52, 63)),
    eccentricity: Number(`0.${line2.slice(26, 33)}`),
    inclinationDeg: Number(line2.slice(8, 16)),
    raanDeg: Number(line2.slice(17, 25)),
    argOfPericenterDeg: Number(line2.slice(34, 42)),
    meanAnomalyDeg: Number(line2.slice(43, 51)),
    bstarPerEarthRadius: exponential(line1.slice(53, 61)),
    meanMotionDotRevPerDay2: Number(line1.slice(33, 43)),
    meanMotionDdotRevPerDay3: exponential(line1.slice(44, 52)),
    elementSetNo: Number(line1.slice(64, 68)),
    revAtEpoch: Number(line2.slice(63, 68)),
    classification: line1.slice(7, 8),
    ephemerisType: Number(line1.slice(62, 63)),
  }
}

/** Microseconds since 1970 of an epoch with any number of fraction digits. */
export function microseconds(epoch: string): number {
  const [instant = '', fraction = '0'] = epoch.slice(0, -1).split('.')
  return Date.parse(`${instant}Z`) * 1e3 + Math.round(Number(`0.${fraction}`) * 1e6)
}

/** Column 69 by the rule of the format: digits count themselves, minus signs one. */
export function checksum(line: string): string {
  const digits = line.slice(0, 68).replaceAll('-', '1').replace(/\D/g, '')
  return String([...digits].reduce((sum, digit) => sum + Number(digit), 0) % 10)
}

function century(yearFirst: string): string {
  return Number(yearFirst.slice(0, 2)) < 57 ? '20' : '19'
}

function exponential(columns: string): number {
  const [, sign = '', mantissa = '', exponent = ''] = /^([ +-])(\d{5})([+-]\d)$/.exec(columns) ?? []
  return Number(`${sign.trim()}0.${mantissa}e${exponent}`)
}

function epochOf(columns: string): string {
  const midnight = Date.UTC(Number(century(columns) + columns.slice(0, 2)), 0, Number(columns.slice(2, 5)))
  const ofDay = Number(columns.slice(6)) * 864
  const second = new Date(midnight + Math.floor(ofDay / 1e6) * 1_000).toISOString().slice(0, 19)
  return `${second}.${String(ofDay % 1e6).padStart(6, '0')}Z`
}
