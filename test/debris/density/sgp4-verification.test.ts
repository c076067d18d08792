import { sgp4, twoline2satrec } from 'satellite.js'
import { expect, it } from 'vitest'
import { capture, describeCaptures } from '../../objects/elements/captures.ts'

/** Made to fail at once, says the file of elements; what the verification prints for it is void. */
const REFUSED = 33_334

describeCaptures('SGP4 against the published verification of its authors', () => {
  it('SGP4 matches 666 verification states within a millimetre and a micrometre per second', () => {
    const satrecs = new Map(
      pairs(capture('sgp4/SGP4-VER.TLE')).map(([line1, line2]) => [
        Number(line1.slice(2, 7)),
        twoline2satrec(line1.slice(0, 69), line2.slice(0, 69)),
      ]),
    )
    const all = states(capture('sgp4/tcppver.out')).map(({ id, minute, position, velocity }) => {
      const state = sgp4(satrecs.get(id)!, minute)
      return { id, km: distance(state?.position, position), kmPerS: distance(state?.velocity, velocity) }
    })
    const apart = all.filter(({ km }) => !Number.isNaN(km))
    expect(all.filter(({ km }) => Number.isNaN(km))).toMatchObject([{ id: REFUSED }])
    expect(apart).toHaveLength(666)
    expect(Math.max(...apart.map(({ km }) => km))).toBeLessThan(1e-6)
    expect(Math.max(...apart.map(({ kmPerS }) => kmPerS))).toBeLessThan(1e-9)
  })
})

function pairs(text: string): [string, string][] {
  const lines = text.split(/\r?\n/).filter((line) => /^[12] /.test(line))
  return lines.flatMap((line, i): [string, string][] => (line.startsWith('1') ? [[line, lines[i + 1]!]] : []))
}

function states(text: string) {
  let id = 0
  return text.split(/\r?\n/).flatMap((line) => {
    const numbers = line.trim().split(/\s+/)
    if (numbers[1] === 'xx') id = Number(numbers[0])
    if (numbers.length < 7) return []
    const [minute, ...state] = numbers.slice(0, 7).map(Number)
    return [{ id, minute: minute!, position: state.slice(0, 3), velocity: state.slice(3) }]
  })
}

function distance(ours: { x: number; y: number; z: number } | undefined, theirs: number[]): number {
  return ours ? Math.hypot(ours.x - theirs[0]!, ours.y - theirs[1]!, ours.z - theirs[2]!) : Number.NaN
}
