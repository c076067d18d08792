/**
 * Letters as a draughtsman draws them with one pen, for pictures that have no fonts at hand. A point is two digits of
 * base 36: how far right, and how high (4 is the line, c the height of an x, g that of a capital). Strokes stand apart;
 * those that begin with ~ are rounded.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '044g84 1878',
  B: '040g ~0g5g8g8a5a0a ~0a5a9a945404',
  C: '~8d8g4g0g0a04448487',
  D: '040g ~0g4g8g8a844404',
  E: '8g0g0484 0a6a',
  F: '8g0g04 0a6a',
  G: '~8d8g4g0g0a0444848a 8a5a',
  H: '040g 848g 0a8a',
  I: '040g',
  J: '~6g6764340407',
  K: '040g 8g09 3b84',
  L: '0g0484',
  M: '040g56aga4',
  N: '040g848g',
  O: '~4g8g8a8444040a0g4g',
  P: '040g ~0g5g8g895909',
  Q: '~4g8g8a8444040a0g4g 5793',
  R: '040g ~0g5g8g895909 4984',
  S: '~8d8g4g0g0a4a8a84440407',
  T: '0g8g 4g44',
  U: '~0g0a0444848a8g',
  V: '0g448g',
  W: '0g346e94cg',
  X: '048g 0g84',
  Y: '0g4a8g 4a44',
  Z: '0g8g0484',
  a: '7c74 ~7a7c4c0c0804447476',
  b: '0g04 ~0a0c3c7c7874340406',
  c: '~6a6c3c0c0804346466',
  d: '7g74 ~7a7c4c0c0804447476',
  e: '0878 ~787c4c0c0804447476',
  f: '~5g2g2d24 0c5c',
  g: '~7a7c4c0c0804447476 ~7c72714111',
  h: '0g04 ~0a0c4c7c7a74',
  i: '0c04 0f',
  j: '~2c222101 2f',
  k: '0g04 6c08 2964',
  l: '0g04',
  m: '0c04 ~0a0c3c5c5a54 ~5a5c8cbcbab4',
  n: '0c04 ~0a0c4c7c7a74',
  o: '~4c7c78744404080c4c',
  p: '0c01 ~0a0c3c7c7874340406',
  q: '7c71 ~7a7c4c0c0804447476',
  r: '0c04 ~090c3c5c',
  s: '~6a6c3c0c08386864340406',
  t: '~2f262454 0c5c',
  u: '7c74 ~0c0604347476',
  v: '0c346c',
  w: '0c345b74ac',
  x: '0c64 046c',
  y: '0c34 6c21',
  z: '0c6c0464',
  0: '~4g7g7a7444040a0g4g',
  1: '0d3g34',
  2: '~0d0g4g7g7c4804 0474',
  3: '~0e0g4g7g7a4a2a ~2a4a7a74440406',
  4: '6g0787 6g64',
  5: '7g1g0a ~0a1b4b7b7874440406',
  6: '~6g2g0b07044474787b4b0b07',
  7: '0g7g24',
  8: '~4g6g6d6a4a1a1d1g4g ~4a7a77744404070a4a',
  9: '~1454797d7g3g0g0c0939797d',
  '.': '1415',
  ',': '2502',
  ':': '1415 1a1b',
  ';': '2502 2a2b',
  '·': '09',
  '…': '1415 4445 7475',
  '-': '0949',
  '–': '0979',
  '+': '0969 3c36',
  '=': '0b6b 0767',
  '×': '0b65 056b',
  '(': '~3h0e0632',
  ')': '~0h3e3602',
  '/': '036g',
  _: '0282',
  "'": '0g0d',
  '’': '1g0d',
  '!': '0g08 0405',
  '?': '~0d0g3g6g6c3a38 3435',
  '%': '046g ~1g2g2d0d0g1g ~576764444757',
  '°': '~2g4g4c0c0g2g',
  '²': '~0f0g3g3d0a 0a3a',
  '³': '~0g3g3d1d ~1d3d3a0a',
}

/** Points to the height of a line of text, in units of the grid; capitals take 12 of them. */
export const LETTER_HEIGHT = 17

const GAP = 3
const SPACE = 5

type Point = readonly [along: number, up: number]

interface Letter {
  readonly strokes: readonly (readonly Point[])[]
  readonly width: number
}

/** A sign that we have no strokes for. */
const UNKNOWN = '04848g0g04'

const letters = new Map<string, Letter>()

/** The strokes of a text from its lower left corner on, in units of the grid. */
export function strokesOf(text: string): Point[][] {
  const strokes: Point[][] = []
  let from = 0
  for (const sign of text) {
    const { strokes: own, width } = letterOf(sign)
    for (const stroke of own) strokes.push(stroke.map(([along, up]) => [from + along, up] as const))
    from += width + GAP
  }
  return strokes
}

/** How long a text is, in units of the grid. */
export function widthOf(text: string): number {
  return [...text].reduce((width, sign) => width + letterOf(sign).width + GAP, -GAP)
}

function letterOf(sign: string): Letter {
  const known = letters.get(sign)
  if (known) return known
  const strokes = sign === ' ' ? [] : (LETTERS[sign] ?? UNKNOWN).split(' ').map(strokeOf)
  const letter = {
    strokes,
    width: sign === ' ' ? SPACE - GAP : Math.max(...strokes.flat().map(([along]) => along)),
  }
  letters.set(sign, letter)
  return letter
}

const LINE = 4

function strokeOf(digits: string): Point[] {
  const rounded = digits.startsWith('~')
  const points = (digits.match(/[0-9a-z]{2}/g) ?? []).map(
    ([along = '', up = '']): Point => [Number.parseInt(along, 36), Number.parseInt(up, 36) - LINE],
  )
  return rounded ? smooth(smooth(smooth(points))) : points
}

/** Cuts every corner of a line (Chaikin 1974); of a closed one the first, too. */
function smooth(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const cut = points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to
    return [between(from, to, 0.25), between(from, to, 0.75)]
  })
  const isClosed = first[0] === last[0] && first[1] === last[1]
  return isClosed ? [...cut, cut[0] ?? first] : [first, ...cut.slice(1, -1), last]
}

function between(from: Point, to: Point, part: number): Point {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}
