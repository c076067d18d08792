import { stormTime } from '#storm'
import { HOUR } from '#time'

// 10 and 11 May 2024: GFZ Potsdam, Kp_ap_Ap_SN_F107 (CC BY 4.0, doi:10.5880/Kp.0001). 3 to 9 May:
// approximate.
const days: Readonly<Record<string, readonly number[]>> = {
  '03': [4.333, 3.667, 2.667, 2.333, 1.667, 1.667, 2, 2.333],
  '04': [2, 1.667, 1.333, 2, 2.333, 3, 2.667, 3],
  '05': [3, 2.667, 2, 2.667, 3, 4.333, 4.667, 3.667],
  '06': [3.333, 3, 2.333, 3, 3.667, 4, 3.333, 2.667],
  '07': [2.333, 1.667, 1, 1.333, 1.667, 1.333, 1.667, 2],
  '08': [1.667, 1.333, 1.667, 1.333, 1.333, 2, 1.667, 1.333],
  '09': [2, 1.667, 1.333, 1.667, 2.333, 2, 2.333, 2.667],
  '10': [2.667, 2.667, 2.333, 2, 3.667, 7.667, 8.667, 8.667],
  '11': [9, 8.333, 8.333, 9, 8.667, 8.333, 7.667, 7.667],
}
const bins = new Map<number, number>()
for (const [day, values] of Object.entries(days)) {
  for (const [i, kp] of values.entries()) bins.set(stormTime(`${day}T00:00`) + 3 * i * HOUR, kp)
}

/** Returns the Kp of the three-hour bin that starts at `start`, from 3 to 11 May 2024. */
export function kpOfBin(start: number): number {
  return bins.get(start) ?? 2
}

const linearEquivalents = [
  0, 2, 3, 4, 5, 6, 7, 9, 12, 15, 18, 22, 27, 32, 39, 48, 56, 67, 80, 94, 111, 132, 154, 179, 207, 236, 300,
  400,
]

/** Returns the linear equivalent `ap` of a Kp. */
export function apOfKp(kp: number): number {
  return linearEquivalents[Math.round(kp * 3)] ?? 400
}
