/** Draws a recording of a terminal as SVG: text in the colours of its escape sequences on a dark ground. */

const CHAR_WIDTH = 8.4
const LINE_HEIGHT = 19
const MARGIN = 18

/** Foreground colours by SGR code; on the ground each has a contrast of at least 4.5:1. */
const COLOURS = {
  30: '#8f98a8',
  31: '#ff8d83',
  32: '#56cf8f',
  33: '#f0b64d',
  34: '#8ab4f8',
  35: '#bda2fb',
  36: '#6fd3e0',
  37: '#e9ecf2',
  90: '#8f98a8',
  91: '#ff8d83',
  92: '#56cf8f',
  93: '#f0b64d',
  94: '#8ab4f8',
  95: '#bda2fb',
  96: '#6fd3e0',
  97: '#ffffff',
}
/** Other spaces are joined where SVG is drawn. */
const NO_BREAK_SPACE = '\u00a0'
const PLAIN = '#e9ecf2'
const GROUND = '#0d1017'
const PROMPT = '$ '

/** How a recording runs, in milliseconds. */
const PER_CHARACTER_MS = 60
const BEFORE_OUTPUT_MS = 300
const OUTPUT_MS = 5_000

/**
 * Returns a picture in which one command after the other is typed and shows its output, over and over. Who
 * asked for reduced motion sees the first with its output.
 * @param {{ command: string, output: string }[]} takes
 */
export function terminalRecording(takes) {
  let at = 0
  const scenes = takes.map(({ command, output }) => {
    const typed = at + lengthOf(command) * PER_CHARACTER_MS
    const answered = typed + BEFORE_OUTPUT_MS
    const scene = { command, lines: output.trimEnd().split('\n').map(runsOf), begins: at, typed, answered }
    at = answered + OUTPUT_MS
    return { ...scene, ends: at }
  })
  const columns = Math.max(
    ...scenes.flatMap(({ command, lines }) => [
      lengthOf(PROMPT) + lengthOf(command),
      ...lines.map(columnsOf),
    ]),
  )
  const rows = Math.max(...scenes.map(({ lines }) => lines.length + 1))
  const width = Math.ceil(columns * CHAR_WIDTH) + 2 * MARGIN
  const height = rows * LINE_HEIGHT + 2 * MARGIN
  const title = `Output of ${takes.map(({ command }) => command).join(', ')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}"><title>${escaped(title)}</title>
<style>
${scenes.map((scene, i) => stylesOf(scene, i, at)).join('\n')}
@media (prefers-reduced-motion: reduce) { * { animation: none !important } }
</style>
<rect width="${width}" height="${height}" rx="10" fill="${GROUND}"/>
<g font-family="ui-monospace,SF Mono,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">
${scenes.map((scene, i) => sceneOf(scene, i, width)).join('\n')}
</g></svg>
`
}

/** The typing uncovers the command; the output appears after it. Without animation only the first is seen. */
function stylesOf({ command, begins, typed, answered, ends }, i, total) {
  const at = (ms) => `${Math.round((ms / total) * 10_000) / 100}%`
  const shown = (from) =>
    `0% { visibility: hidden } ${at(from)} { visibility: visible } ${at(ends)}, 100% { visibility: hidden }`
  const steps = `animation-timing-function: steps(${lengthOf(command)})`
  const travel = `transform: translateX(${round(lengthOf(command) * CHAR_WIDTH)}px)`
  return `.command-${i}, .output-${i} { visibility: ${i === 0 ? 'visible' : 'hidden'} }
.command-${i} { animation: command-${i} ${total}ms step-end infinite }
.output-${i} { animation: output-${i} ${total}ms step-end infinite }
.cover-${i} { visibility: hidden; animation: command-${i} ${total}ms step-end infinite, cover-${i} ${total}ms infinite }
@keyframes command-${i} { ${shown(begins)} }
@keyframes output-${i} { ${shown(answered)} }
@keyframes cover-${i} { 0%, ${at(begins)} { transform: none; ${steps} } ${at(typed)}, 100% { ${travel} } }`
}

function sceneOf({ command, lines }, i, width) {
  const typed = lineOf(runsOf(`\u001b[32m${PROMPT}\u001b[0m\u001b[1m${command}\u001b[0m`), baselineOf(0))
  const output = lines.map((runs, row) => lineOf(runs, baselineOf(row + 1))).filter(Boolean)
  const left = round(MARGIN + lengthOf(PROMPT) * CHAR_WIDTH)
  return `<g class="command-${i}">${typed}</g>
<rect class="cover-${i}" x="${left}" y="${MARGIN}" width="${round(width - left - MARGIN / 2)}" height="${LINE_HEIGHT}" fill="${GROUND}"/>
<g class="output-${i}">
${output.join('\n')}
</g>`
}

/** Splits a line into runs of one style each; only escape sequences that set a style are understood. */
function runsOf(line) {
  const runs = []
  let style = { fill: PLAIN, bold: false, dim: false }
  const [first = '', ...styled] = line.split('\u001b[')
  if (first) runs.push({ text: first, ...style })
  for (const part of styled) {
    const [, codes = '', text = ''] = /^([\d;]*)m(.*)$/.exec(part) ?? []
    for (const code of codes.split(';')) style = styleAfter(style, Number(code))
    if (text) runs.push({ text, ...style })
  }
  return runs
}

function styleAfter(style, code) {
  if (code === 0) return { fill: PLAIN, bold: false, dim: false }
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 39) return { ...style, fill: PLAIN }
  return { ...style, fill: COLOURS[code] ?? style.fill }
}

/** Each run has its place and its length, so that columns are straight in every font. */
function lineOf(runs, y) {
  let column = 0
  return runs
    .map(({ text, fill, bold, dim }) => {
      const x = MARGIN + column * CHAR_WIDTH
      const length = lengthOf(text)
      column += length
      if (text.trim() === '') return ''
      const weight = bold ? ' font-weight="700"' : ''
      return `<text x="${round(x)}" y="${round(y)}" textLength="${round(length * CHAR_WIDTH)}" fill="${dim ? COLOURS[90] : fill}"${weight}>${escaped(text).replaceAll(' ', NO_BREAK_SPACE)}</text>`
    })
    .join('')
}

const lengthOf = (text) => [...text].length
const columnsOf = (runs) => runs.reduce((sum, { text }) => sum + lengthOf(text), 0)
const baselineOf = (row) => MARGIN + (row + 0.75) * LINE_HEIGHT
const round = (value) => Math.round(value * 10) / 10

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
