/** The cursor of plots over time: by pointer or arrow keys, it reads the plots of one span at one instant. */

interface Plot {
  readonly element: HTMLElement
  readonly field: Element
  readonly cursor: Element
  readonly readout: Element
  readonly from: number
  readonly to: number
  /** Later values are a forecast. */
  readonly now: number
  /** How long a value lasts, in milliseconds; 0 for an instant. */
  readonly stepMs: number
  readonly values: readonly (readonly [at: number, text: string])[]
}

const MINUTE_MS = 60_000
const [HOUR_MS, DAY_MS] = [60 * MINUTE_MS, 1_440 * MINUTE_MS]

const plots = [...document.querySelectorAll<HTMLElement>('.chart')].flatMap((element): Plot[] => {
  const [field, cursor, readout] = ['.field', '.cursor', '.readout'].map((name) =>
    element.querySelector(name),
  )
  const { from, to, now, step, values } = element.dataset
  if (!field || !cursor || !readout || !values) return []
  const start = Number(from)
  let at = start
  // Each value has the minutes since the previous one.
  const points = (JSON.parse(values) as [number, string][]).map(([minutes, text]) => {
    at += minutes * MINUTE_MS
    return [at, text] as const
  })
  const stepMs = Number(step ?? 0) * MINUTE_MS
  const [end, present] = [Number(to), Number(now)]
  return [{ element, field, cursor, readout, from: start, to: end, now: present, stepMs, values: points }]
})

/** Returns the index of the value at an instant: the step that contains it, otherwise the nearest. */
function indexAt({ values, stepMs }: Plot, at: number): number {
  const distance = (i: number) => Math.abs((values[i]?.[0] ?? 0) + stepMs / 2 - at)
  let best = 0
  for (let i = 1; i < values.length; i += 1) if (distance(i) < distance(best)) best = i
  return best
}

function formatInstant(at: number): string {
  const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return `${new Date(at).toLocaleDateString('en-GB', day)} ${new Date(at).toISOString().slice(11, 16)}`
}

/**
 * Moves the cursor of a plot to one of its values, and the cursors of the plots of the same span to its instant.
 * Other plots have no cursor.
 */
function show(active: Plot, index: number): void {
  const value = active.values[index]
  if (!value) return
  const at = value[0] + active.stepMs / 2
  for (const plot of plots) {
    plot.readout.setAttribute('aria-live', plot === active ? 'polite' : 'off')
    const isSameSpan = plot.from === active.from && plot.to === active.to
    for (const name of ['x1', 'x2']) {
      if (isSameSpan) plot.cursor.setAttribute(name, `${(100 * (at - plot.from)) / (plot.to - plot.from)}%`)
      else plot.cursor.removeAttribute(name)
    }
    plot.readout.textContent = isSameSpan ? textAt(plot, plot === active ? value : nearest(plot, at), at) : ''
  }
}

function nearest(plot: Plot, at: number): Plot['values'][number] | undefined {
  return plot.values[indexAt(plot, at)]
}

/** Formats a value; `no data` if it is far from the instant. */
function textAt({ stepMs }: Plot, value: Plot['values'][number] | undefined, at: number): string {
  if (!value || Math.abs(value[0] + stepMs / 2 - at) > stepMs / 2 + 30 * MINUTE_MS) return 'no data'
  const end = stepMs > 0 ? `–${new Date(value[0] + stepMs).toISOString().slice(11, 16)}` : ''
  return `${formatInstant(value[0])}${end} UTC: ${value[1]}`
}

for (const plot of plots) {
  let index = plot.values.findLastIndex(([at]) => at <= plot.now)
  const moveTo = (next: number) => {
    index = Math.max(0, Math.min(plot.values.length - 1, next))
    show(plot, index)
  }
  const moveToInstant = (at: number) => moveTo(indexAt(plot, at))
  plot.element.tabIndex = 0
  plot.element.setAttribute('role', 'group')
  plot.element.setAttribute(
    'aria-label',
    `${plot.element.querySelector('[role=img]')?.getAttribute('aria-label')}. Arrow keys read the values.`,
  )
  plot.element.addEventListener('pointermove', (event) => {
    const { left, width } = plot.field.getBoundingClientRect()
    moveToInstant(plot.from + ((event.clientX - left) / width) * (plot.to - plot.from))
  })
  plot.element.addEventListener('keydown', (event) => {
    const now = plot.values[index]?.[0] ?? plot.from
    const middle = now + plot.stepMs / 2
    const moves: Record<string, () => void> = {
      ArrowLeft: () => moveTo(index - 1),
      ArrowRight: () => moveTo(index + 1),
      PageUp: () => moveToInstant(middle - (plot.to - plot.from > 2 * DAY_MS ? DAY_MS : 3 * HOUR_MS)),
      PageDown: () => moveToInstant(middle + (plot.to - plot.from > 2 * DAY_MS ? DAY_MS : 3 * HOUR_MS)),
      Home: () => moveTo(0),
      End: () => moveTo(plot.values.length - 1),
    }
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  })
  plot.element.addEventListener('focus', () => moveTo(index))
}
document.documentElement.classList.add('interactive')
