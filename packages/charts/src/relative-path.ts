/**
 * Rewrites a path of absolute `M`, `L` and `Z` as steps from point to point, which take half the bytes. Points
 * have one decimal at most.
 */
export function relativePath(path: string): string {
  let [x, y] = [0, 0]
  let last = ''
  return path.replace(/([MLZ])([^MLZ]*)/g, (_, command: string, point: string) => {
    const isFirstStep = command === 'L' && last !== 'L'
    last = command
    if (command === 'Z') return 'z'
    const [nextX = 0, nextY = 0] = point.split(/[ ,]/).map(Number)
    const step = [nextX - x, nextY - y]
    x = nextX
    y = nextY
    if (command === 'M') return `M${x} ${y}`
    const [right, down] = step.map(shortNumber)
    return `${isFirstStep ? 'l' : separator(right)}${right}${separator(down)}${down}`
  })
}

function shortNumber(length: number): string {
  return String(Math.round(length * 10) / 10).replace(/^(-?)0\./, '$1.')
}

/** Returns the separator before a number: none before a sign. */
function separator(number = ''): string {
  return number.startsWith('-') ? '' : ' '
}
