import { stormTime } from '#storm'
import { HOUR } from '#time'

// 10 and 11 May 2024: GFZ Potsdam, Kp_ap_Ap_SN_F107 (CC BY 4.0, doi:10.5880/Kp.0001). Before:
// approximate.
const days: Readonly<Record<string, string>> = {
  '04-09': '2o 2- 1+ 1o 2- 2o 2+ 2o',
  '04-10': '3- 3o 2+ 3- 3+ 3o 3- 2+',
  '04-11': '2o 2- 1+ 2- 2o 2- 1+ 2-',
  '04-12': '1+ 1o 1- 1o 1+ 2- 2o 1+',
  '04-13': '1o 1- 0+ 1o 1o 1+ 2- 1o',
  '04-14': '1+ 2- 2- 1+ 2o 2o 3- 2o',
  '04-15': '2o 2- 2o 2+ 3- 3o 4- 4+',
  '04-16': '5o 6- 5+ 4+ 4- 3+ 3o 3-',
  '04-17': '3o 3- 2+ 2o 2- 2o 2+ 2o',
  '04-18': '2- 1+ 1o 1+ 2- 2- 2o 2o',
  '04-19': '3o 6o 7- 6o 5- 4o 4- 3+',
  '04-20': '3- 3o 2+ 2o 2- 2o 2- 2o',
  '04-21': '3o 4- 4o 3+ 3- 2+ 2o 2+',
  '04-22': '2o 2- 1+ 2- 2- 1+ 1+ 2-',
  '04-23': '1+ 1o 1+ 2- 2o 2- 1+ 1o',
  '04-24': '1- 1o 1+ 1+ 2- 1+ 2- 2o',
  '04-25': '2o 2- 2o 2+ 3- 3o 3o 4-',
  '04-26': '5- 5+ 5o 4+ 4o 4- 4o 3+',
  '04-27': '4- 3+ 3o 3o 3- 3- 2+ 3-',
  '04-28': '2+ 2o 2- 2o 2o 2- 2+ 2o',
  '04-29': '2- 1+ 1+ 2- 2- 2o 2o 2-',
  '04-30': '2o 2+ 3- 3o 3+ 4- 3o 3-',
  '05-01': '2+ 2o 2o 2- 2o 2+ 2+ 3-',
  '05-02': '3- 3o 2+ 3o 4+ 6+ 7- 5+',
  '05-03': '4+ 4- 3- 2+ 2- 2- 2o 2+',
  '05-04': '2o 2- 1+ 2o 2+ 3o 3- 3o',
  '05-05': '3o 3- 2o 3- 3o 4+ 5- 4-',
  '05-06': '3+ 3o 2+ 3o 4- 4o 3+ 3-',
  '05-07': '2+ 2- 1o 1+ 2- 1+ 2- 2o',
  '05-08': '2- 1+ 2- 1+ 1+ 2o 2- 1+',
  '05-09': '2o 2- 1+ 2- 2+ 2o 2+ 3-',
  '05-10': '3- 3- 2+ 2o 4- 8- 9- 9-',
  '05-11': '9o 8+ 8+ 9o 9- 8+ 8- 8-',
}
const bins = new Map<number, number>()
for (const [day, marks] of Object.entries(days)) {
  for (const [i, mark] of marks.split(' ').entries())
    bins.set(stormTime(`${day}T00:00`) + 3 * i * HOUR, kpOfMark(mark))
}

/** Returns the number of a mark such as `5-`, `5o` or `5+`. */
function kpOfMark(mark: string): number {
  return Number(mark.slice(0, -1)) + { '-': -1 / 3, o: 0, '+': 1 / 3 }[mark.slice(-1) as '-' | 'o' | '+']
}

/** Returns the Kp of the three-hour bin that starts at `start`, from 9 April to 11 May 2024. */
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
