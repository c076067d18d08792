/** Draws the output of a terminal as SVG: text with the colours of its escape sequences, on a dark ground. */

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

/** Returns the picture of a command and its output. */
export function terminalSvg(command, output) {
  const lines = [`\u001b[32m$\u001b[0m \u001b[1m${command}\u001b[0m`, ...output.trimEnd().split('\n')].map(
    runsOf,
  )
  const columns = Math.max(...lines.map((runs) => runs.reduce((sum, { text }) => sum + lengthOf(text), 0)))
  const width = Math.ceil(columns * CHAR_WIDTH) + 2 * MARGIN
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN
  const title = `Output of ${command}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}"><title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="10" fill="#0d1017"/>
<g font-family="ui-monospace,SF Mono,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">
${lines
  .map((runs, i) => lineOf(runs, MARGIN + (i + 0.75) * LINE_HEIGHT))
  .filter(Boolean)
  .join('\n')}
</g></svg>
`
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
const round = (value) => Math.round(value * 10) / 10

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
