/** Numbers from 0 to 1 that are the same at every run. */
export function random(seed: string): () => number {
  let state = [...seed].reduce(
    (hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619),
    2_166_136_261,
  )
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A document with one to four faults, of which an upstream is known or may be feared to be capable. */
export function mutant(body: string, draw: () => number, now: number): string {
  const isJson = /^\s*[[{]/.test(body)
  const faults = 1 + Math.floor(4 * draw())
  let mutated = body
  for (let i = 0; i < faults; i += 1) {
    const structural = draw() < 0.3
    if (isJson) mutated = structural ? reshaped(mutated, draw) : withJunk(mutated, draw, now)
    else mutated = structural ? rearranged(mutated, draw) : withBadCell(mutated, draw, now)
  }
  return mutated + (draw() < 0.15 ? pick(['', ']', '"}]', body], draw) : '')
}

const pick = <T>(list: readonly T[], draw: () => number): T => list[Math.floor(draw() * list.length)] as T

/** What may stand in the place of a value: literals of JSON, and some that are not JSON. */
const junk = (now: number) => [
  ...['NaN', '-NaN', 'Infinity', '-Infinity', '1e400', '-1e400', '1e308', '5e-324', '-0', '0', '-1', '42'],
  ...['999', '-9999', '-99999.9', '1e30', '0.1e1', 'null', 'true', 'false', '[]', '{}', '[[]]', '[null]'],
  ...['""', '" "', '"null"', '"NaN"', '"nan"', '"Infinity"', '"1e400"', '"-1"', '"42"', '"0x10"', '"1_000"'],
  ...['"1,5"', '"Unk"', '"2P"', '"\\u0000\\ud800"', '"\\n1 25544U"', '"__proto__"', '"<script>"'],
  ...['"2099-01-01T00:00:00Z"', '"2099-01-01T00:00:00"', '"9999-12-31T23:59:59Z"', '"0000-01-01T00:00:00Z"'],
  ...['"2026-13-45T99:99"', '"1970-01-01T00:00:00Z"', `"${new Date(now + 3_700_000).toISOString()}"`],
]

/**
 * Exchanges one value, never a name, in the text itself: numbers too large for one and NaN stay as they are
 * sent.
 */
function withJunk(json: string, draw: () => number, now: number): string {
  const values = [...json.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g)].filter(
    (token) => json[token.index + token[0].length] !== ':',
  )
  if (values.length === 0) return json
  const token = pick(values, draw)
  const isNumber = /^-?\d/.test(token[0])
  const replacement = isNumber && draw() < 0.3 ? pick(spelt(token[0], draw), draw) : pick(junk(now), draw)
  return json.slice(0, token.index) + replacement + json.slice(token.index + token[0].length)
}

/** A number as a text, with the wrong sign, or out of scale. */
function spelt(number: string, draw: () => number): string[] {
  const scale = 10 ** Math.floor(draw() * 12)
  return [`"${number}"`, `" ${number} "`, `-${number}`, String(Number(number) * scale), `"${number}abc"`]
}

/**
 * Drops, adds, doubles or reorders rows, members and columns; the header of a table may part from its rows.
 */
function reshaped(json: string, draw: () => number): string {
  let document: unknown
  try {
    document = JSON.parse(json)
  } catch {
    return json
  }
  const holders = holdersIn(document)
  if (holders.length === 0) return json
  const holder = pick(holders, draw)
  if (Array.isArray(holder)) {
    const at = Math.floor(draw() * holder.length)
    pick(
      [
        () => holder.splice(at, 1),
        () => holder.splice(at, 0, holder[at]),
        () => holder.splice(at, 0, 'extra'),
        () => holder.reverse(),
        () => holder.push(null),
      ],
      draw,
    )()
  } else {
    const names = Object.keys(holder)
    const name = pick(names, draw)
    pick(
      [
        () => delete holder[name],
        () => Object.assign(holder, { extra: [1, { deep: null }] }),
        () => Object.assign(holder, { [pick(names, draw)]: holder[name] }),
      ],
      draw,
    )()
  }
  return JSON.stringify(document)
}

/** All arrays and objects of a document that have anything in them. */
function holdersIn(value: unknown): (unknown[] | Record<string, unknown>)[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holdersIn)]
}

const CELLS = [
  '',
  ' ',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-1',
  '0',
  '42',
  '1e30',
  '-.5',
  '4',
  'null',
  '"',
]

function withBadCell(csv: string, draw: () => number, now: number): string {
  const lines = csv.split('\r\n')
  const row = Math.floor(draw() * lines.length)
  const cells = (lines[row] ?? '').split(',')
  const others = [
    ...CELLS,
    '2099-01-01T00:00:00',
    '0000-01-01T00:00:00',
    new Date(now).toISOString().slice(0, 19),
  ]
  cells[Math.floor(draw() * cells.length)] = pick(others, draw)
  lines[row] = cells.join(',')
  return lines.join('\r\n')
}

/** Columns and rows dropped, added, doubled or exchanged, in the header alone or in all lines. */
function rearranged(csv: string, draw: () => number): string {
  const lines = csv.split('\r\n').map((line) => line.split(','))
  const last = draw() < 0.5 ? 1 : lines.length
  const column = Math.floor(draw() * (lines[0]?.length ?? 1))
  const other = Math.floor(draw() * (lines[0]?.length ?? 1))
  const change = pick<(cells: string[]) => unknown>(
    [
      (cells) => cells.splice(column, 1),
      (cells) => cells.splice(column, 0, 'EXTRA'),
      (cells) => cells.splice(column, 1, cells[other] ?? ''),
      (cells) => cells.splice(column, 1, ...cells.splice(other, 1, cells[column] ?? '')),
    ],
    draw,
  )
  for (const cells of lines.slice(0, last)) if (cells.length > 1) change(cells)
  return lines.map((cells) => cells.join(',')).join('\r\n')
}
