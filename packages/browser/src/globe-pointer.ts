import type { Camera } from '#globe-camera'

/**
 * Makes a canvas turn and zoom the view by pointer, wheel and keys. Passes other keys and clicks to `act`.
 */
export function connectPointer(
  canvas: HTMLCanvasElement,
  camera: Camera,
  act: {
    pick(left: number, top: number): void
    hover(left: number, top: number): void
    key(key: string): boolean
    /** Called after each change of the view. */
    redraw(): void
  },
): void {
  const pointers = new Map<number, { x: number; y: number }>()
  let moved = 0
  const spread = () => {
    const [one, other] = [...pointers.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    moved = 0
  }
  canvas.onpointermove = (event) => {
    const last = pointers.get(event.pointerId)
    if (!last) {
      act.hover(event.offsetX, event.offsetY)
      return
    }
    const [right, down] = [event.clientX - last.x, event.clientY - last.y]
    const before = spread()
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    moved += Math.abs(right) + Math.abs(down)
    if (before > 0) camera.magnify(spread() / before)
    else camera.turn((-right * 0.25) / camera.zoom, (down * 0.25) / camera.zoom)
    act.redraw()
  }
  canvas.onpointerup = (event) => {
    pointers.delete(event.pointerId)
    if (moved < 6) act.pick(event.offsetX, event.offsetY)
  }
  canvas.onpointercancel = (event) => pointers.delete(event.pointerId)
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return
      event.preventDefault()
      camera.magnify(Math.exp(-event.deltaY / 500))
      act.redraw()
    },
    { passive: false },
  )
  const step = () => 5 / camera.zoom
  const moves: Record<string, () => void> = {
    ArrowLeft: () => camera.turn(-step(), 0),
    ArrowRight: () => camera.turn(step(), 0),
    ArrowUp: () => camera.turn(0, step()),
    ArrowDown: () => camera.turn(0, -step()),
    '+': () => camera.magnify(1.2),
    '=': () => camera.magnify(1.2),
    '-': () => camera.magnify(1 / 1.2),
  }
  canvas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = moves[event.key]
    if (!move && !act.key(event.key)) return
    event.preventDefault()
    move?.()
    act.redraw()
  }
}
