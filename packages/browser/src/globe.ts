import { gstime } from 'satellite.js'
import { Aurora } from '#globe-aurora'
import { Camera } from '#globe-camera'
import { showCard, showHover } from '#globe-card'
import { connectControls, element, listMatches, offsetText, showRunning } from '#globe-controls'
import { type DotFilter, Dots } from '#globe-dots'
import { Earth } from '#globe-earth'
import { connectPointer } from '#globe-pointer'
import { unpackObjects } from '#packed-objects'
import { findObjects, orbitOf } from '#picked-object'
import { StateFrames } from '#state-frames'
import { writePositions } from '#states'

const SLOW_STEP_MS = 60_000
const FAST_STEP_MS = 300_000
/** Time between two drawings at 1× without zoom, in milliseconds. */
const REAL_TIME_STEP_MS = 1_000
const PICK_WITHIN_PX = 24
const HOVER_WITHIN_PX = 8
/** Time before and after its instant for which the forecast of the aurora is shown, in milliseconds. */
const AURORA_SHOWN_MS = 10_800_000
const NOT_FOUND = 'No object has this name or number.'

/** Draws the globe of the page: the Earth, and every object in it as a dot. */
async function start(stage: HTMLElement): Promise<void> {
  const { objects: path = '', worker = '', coastlines = '', aurora = '', auroraAt = '' } = stage.dataset
  const response = await fetch(path)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const packed = await response.arrayBuffer()
  const objects = unpackObjects(packed)
  const frames = new StateFrames(worker, packed)
  const [below, above] = [document.createElement('canvas'), document.createElement('canvas')]
  above.id = 'globe-canvas'
  above.tabIndex = 0
  above.setAttribute('role', 'application')
  above.setAttribute('aria-label', 'Globe. Arrows turn, plus and minus zoom, Enter selects an object.')
  const context = above.getContext('2d') as CanvasRenderingContext2D
  const earth = new Earth(below.getContext('2d') as CanvasRenderingContext2D, coastlines)
  const forecast = new Aurora(aurora)
  const dots = new Dots(context, objects)
  const positions = new Float32Array(objects.count * 3)
  const camera = new Camera()
  const filter: DotFilter = { colours: new Uint32Array(4), owner: undefined, lowKm: 0, highKm: 0 }

  let time = Date.now()
  /** Time shown minus the time of the clock: frames may be late, and 1× keeps up with the clock. */
  let aheadMs = 0
  let speed = 1
  let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches
  let last = performance.now()
  let isDirty = true
  let shownAt = 0
  let drawnAt = 0
  let earthAt = { time: 0, view: '' }
  let picked: number | undefined
  // A link has the number of an object, or a text for which the server has found some.
  const { found: numbers = new URLSearchParams(location.search).get('object') ?? '' } =
    element('globe-find').dataset
  const linked = numbers.split(',').filter((each) => /^\d+$/.test(each))
  const found = linked.flatMap((noradId) => findObjects(objects, noradId))
  /** The only one of them, until it has a position. */
  let awaited = found.length === 1 ? found[0] : undefined

  const pick = (index: number | undefined) => {
    picked = index
    isDirty = true
    element('globe-found').textContent = ''
    showCard(objects, index, () => pick(undefined))
    const address = new URL(location.href)
    if (index === undefined) address.searchParams.delete('object')
    else address.searchParams.set('object', String(objects.noradIds[index]))
    history.replaceState(null, '', address)
  }
  const goTo = (index: number) => {
    pick(index)
    const [x, y, z] = positions.subarray(3 * index) as unknown as [number, number, number]
    if (Number.isNaN(x)) return
    camera.longitudeDeg = ((Math.atan2(y, x) - gstime(julianDay(time))) * 180) / Math.PI
    camera.latitudeDeg = (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI
  }
  const pause = () => {
    isPaused = !isPaused
    isDirty = true
    showRunning(isPaused, speed)
  }
  const redraw = () => {
    isDirty = true
    showHover(objects, undefined, 0, 0)
  }
  const resize = () => {
    const ratio = Math.min(devicePixelRatio, 2)
    for (const canvas of [below, above]) {
      canvas.width = Math.round(stage.clientWidth * ratio)
      canvas.height = Math.round(stage.clientHeight * ratio)
    }
    earthAt = { time: 0, view: '' }
    isDirty = true
  }
  const nearest = (left: number, top: number, within: number) => {
    const ratio = above.width / stage.clientWidth
    return dots.nearest(left * ratio, top * ratio, within * ratio)
  }
  const auroraChip = document.getElementById('globe-aurora')
  let hasAurora = false
  auroraChip?.addEventListener('click', () => {
    hasAurora = !hasAurora
    auroraChip.setAttribute('aria-pressed', String(hasAurora))
    earthAt = { time: 0, view: '' }
    isDirty = true
  })
  connectControls(filter, objects, {
    onPause: pause,
    onSpeed(chosen) {
      speed = chosen
      isPaused = false
      showRunning(isPaused, speed)
    },
    onNow() {
      time = Date.now()
      aheadMs = 0
      isDirty = true
    },
    onFind(text) {
      const matches = findObjects(objects, text)
      // The server finds designators and common names, too.
      if (matches.length === 0 && /\D/.test(text.trim())) {
        element<HTMLFormElement>('globe-find').submit()
        return
      }
      if (matches.length === 1) goTo(matches[0] as number)
      else pick(undefined)
      if (matches.length === 0) element('globe-found').textContent = NOT_FOUND
      listMatches(objects, matches.length > 1 ? matches : [], goTo)
    },
    onFilter: redraw,
  })
  connectPointer(above, camera, {
    pick: (left, top) => pick(nearest(left, top, PICK_WITHIN_PX)),
    hover(left, top) {
      showHover(objects, nearest(left, top, HOVER_WITHIN_PX), left, top)
    },
    key(key) {
      if (key === ' ') pause()
      else if (key === 'Escape') pick(undefined)
      else if (key === 'Enter')
        pick(nearest(stage.clientWidth / 2, stage.clientHeight / 2, Number.POSITIVE_INFINITY))
      else return false
      return true
    },
    redraw,
  })

  const drawEarth = (at: number) => {
    const isShown = hasAurora && Math.abs(at - Date.parse(auroraAt)) < AURORA_SHOWN_MS
    earth.draw(camera, at, isShown ? forecast : undefined)
    earthAt = { time: at, view: viewOf(camera) }
  }
  const frame = (now: number) => {
    requestAnimationFrame(frame)
    const elapsed = Math.min(now - last, 100)
    last = now
    if (isPaused) aheadMs = time - Date.now()
    const next = isPaused ? time : Date.now() + aheadMs + elapsed * (speed - 1)
    // In real time, a dot takes seconds to the next pixel.
    const isSlow = speed === 1 && now - drawnAt < REAL_TIME_STEP_MS / camera.zoom
    if (!isDirty && (isPaused || isSlow)) return
    const span = frames.around(next, speed > 60 ? FAST_STEP_MS : SLOW_STEP_MS)
    if (!span) {
      // The worker is still computing: time stops until it is done, and the Earth of a new canvas is drawn.
      if (earthAt.view === '') drawEarth(next)
      return
    }
    time = next
    aheadMs = time - Date.now()
    isDirty = false
    drawnAt = now
    const { width, height } = above
    const radius = camera.radius(width, height)
    writePositions(span.before, span.after, span.share, span.seconds, positions)
    if (awaited !== undefined) {
      goTo(awaited)
      awaited = undefined
    }
    const matrix = camera.matrix(width, height, gstime(julianDay(time)))
    dots.draw(positions, matrix, radius, width > stage.clientWidth ? 3 : 2, filter)
    if (picked !== undefined) dots.drawOrbit(orbitOf(span.before, picked), matrix, radius, picked)
    if (viewOf(camera) !== earthAt.view || Math.abs(time - earthAt.time) > 60_000) drawEarth(time)
    if (stage.firstChild !== below) stage.replaceChildren(below, above)
    // While time is stopped, no later frame would complete this one.
    if (isPaused || now - shownAt > 250) {
      shownAt = now
      const instant = new Date(time).toISOString()
      element('globe-time').textContent = `${instant.slice(0, 19).replace('T', ' ')} UTC`
      element('globe-offset').textContent = offsetText(aheadMs, speed, isPaused)
      element('globe-shown').textContent =
        `${dots.selected.toLocaleString('en')} of ${objects.count.toLocaleString('en')} objects`
      stage.dataset['workerMs'] = frames.tookMs.toFixed(0)
    }
  }
  for (const each of document.querySelectorAll<HTMLElement>('[data-live]')) each.hidden = false
  new ResizeObserver(resize).observe(stage)
  showRunning(isPaused, speed)
  if (found.length > 1) listMatches(objects, found, goTo)
  if (found.length === 0 && linked.length > 0) element('globe-found').textContent = NOT_FOUND
  requestAnimationFrame(frame)
}

function viewOf({ longitudeDeg, latitudeDeg, zoom }: Camera): string {
  return `${longitudeDeg} ${latitudeDeg} ${zoom}`
}

function julianDay(time: number): number {
  return time / 86_400_000 + 2_440_587.5
}

/** Waits until the page with its picture is painted: the objects take forty times the bytes of the picture. */
async function painted(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame)
}

const stage = document.getElementById('globe')
if (stage) {
  painted()
    .then(() => start(stage))
    .catch((error: unknown) => {
      const note = document.createElement('p')
      note.textContent = `The objects could not be loaded: ${error instanceof Error ? error.message : 'no connection'}.`
      stage.after(note)
    })
}
