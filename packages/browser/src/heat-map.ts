/** The cursor of a heat map: by pointer or arrow keys, it reads the density of one cell. */
import { formatLatitude, formatLongitude } from '@space-data/charts/text'

const NAMESPACE = 'http://www.w3.org/2000/svg'

/** Adds a cursor to every map of the page that has none yet. */
export function startHeatMaps(): void {
  for (const element of document.querySelectorAll<HTMLElement>('.map:not([tabindex])')) start(element)
}

function start(element: HTMLElement): void {
  const [cells, readout] = [element.querySelector('.cells'), element.querySelector('.readout')]
  const { columns: width = '1', values: list = '', across = '', down = '' } = element.dataset
  if (!cells || !readout || list === '') return
  const values = list.split(',')
  const columns = Number(width)
  const rows = values.length / columns
  const [left = 0, right = 0] = across.split(',').map(Number)
  const [top = 0, bottom = 0] = down.split(',').map(Number)
  const isByAltitude = 'byAltitude' in element.dataset
  const cursor = document.createElementNS(NAMESPACE, 'rect')
  cursor.setAttribute('class', 'cursor')
  cursor.setAttribute('width', '1')
  cursor.setAttribute('height', '1')
  let [column, row] = [Math.floor(columns / 2), Math.floor(rows / 2)]

  const place = (): string => {
    const middle = round(left + ((column + 0.5) * (right - left)) / columns)
    const [upper, lower] = [row, row + 1].map((edge) => round(top + (edge * (bottom - top)) / rows)) as [
      number,
      number,
    ]
    return isByAltitude
      ? `${lower}–${upper} km, ${formatLatitude(middle)}`
      : `${formatLatitude((upper + lower) / 2)}, ${formatLongitude(middle)}`
  }
  const moveTo = (toColumn: number, toRow: number): void => {
    column = Math.max(0, Math.min(columns - 1, toColumn))
    row = Math.max(0, Math.min(rows - 1, toRow))
    cursor.setAttribute('x', String(column))
    cursor.setAttribute('y', String(row))
    if (!cursor.isConnected) cells.append(cursor)
    readout.textContent = `${place()}: ${values[row * columns + column]} per billion km³`
  }

  element.tabIndex = 0
  element.setAttribute('role', 'group')
  element.setAttribute('aria-label', `${cells.getAttribute('aria-label')}. Arrow keys read the values.`)
  cells.addEventListener('pointermove', (event) => {
    const { clientX, clientY } = event as PointerEvent
    const box = cells.getBoundingClientRect()
    const share = [(clientX - box.left) / box.width, (clientY - box.top) / box.height] as const
    moveTo(Math.floor(share[0] * columns), Math.floor(share[1] * rows))
  })
  element.addEventListener('focus', () => moveTo(column, row))
  element.addEventListener('keydown', (event) => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (!step) return
    event.preventDefault()
    moveTo(column + step[0], row + step[1])
  })
}

/** Rounds to a tenth: edges and middles of cells have no more digits. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
