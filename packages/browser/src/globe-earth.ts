import { subsolarPoint } from '@space-data/charts/sun'
import type { Aurora } from '#globe-aurora'
import { along, type Camera, type Matrix } from '#globe-camera'
import { DiscShade, nightOpacity } from '#globe-shade'

const RADIANS = Math.PI / 180
const EARTH_RADIUS_KM = 6_378.137

/** Points of a line on the ground in km, x, y, z in turn, in axes fixed to the Earth. */
type GroundLine = readonly number[]

function groundPoint(longitudeDeg: number, latitudeDeg: number): [number, number, number] {
  const distance = EARTH_RADIUS_KM * Math.cos(latitudeDeg * RADIANS)
  return [
    distance * Math.cos(longitudeDeg * RADIANS),
    distance * Math.sin(longitudeDeg * RADIANS),
    EARTH_RADIUS_KM * Math.sin(latitudeDeg * RADIANS),
  ]
}

/** Returns the lines of packed coastlines, whose numbers are quarters of a degree. */
function coastlinesOf(packed: string): GroundLine[] {
  return packed.split(';').map((line) => {
    let [longitude, latitude] = [0, 0]
    const steps = line.split(' ').map(Number)
    const points: number[] = []
    for (let i = 0; i < steps.length; i += 2) {
      longitude += steps[i] as number
      latitude += steps[i + 1] as number
      points.push(...groundPoint(longitude / 4, latitude / 4))
    }
    return points
  })
}

/** Returns the meridians and parallels, every 30 degrees. */
function graticule(): GroundLine[] {
  const lines: GroundLine[] = []
  const arc = Array.from({ length: 73 }, (_, i) => i * 5)
  for (let step = -150; step <= 180; step += 30) {
    lines.push(arc.slice(0, 37).flatMap((each) => groundPoint(step, each - 90)))
    if (Math.abs(step) < 90) lines.push(arc.flatMap((each) => groundPoint(each, step)))
  }
  return lines
}

/** Draws the Earth: its disc, land, lines, and the night side. */
export class Earth {
  readonly #context: CanvasRenderingContext2D
  readonly #coastlines: readonly GroundLine[]
  readonly #graticule = graticule()
  readonly #shade = new DiscShade()

  constructor(context: CanvasRenderingContext2D, coastlines: string) {
    this.#context = context
    this.#coastlines = coastlinesOf(coastlines)
  }

  draw(camera: Camera, time: number, aurora: Aurora | undefined): void {
    const context = this.#context
    const { width, height } = context.canvas
    const radius = camera.radius(width, height)
    const matrix = camera.matrix(width, height, 0)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = '#05070f'
    context.fillRect(0, 0, width, height)
    context.translate(width / 2, height / 2)
    context.fillStyle = '#143060'
    context.beginPath()
    context.arc(0, 0, radius, 0, 2 * Math.PI)
    context.fill()
    this.#fill(this.#coastlines, matrix, radius, '#3d7462')
    this.#stroke(this.#graticule, matrix, '#27447a')
    this.#stroke(this.#coastlines, matrix, '#8fc0c9')
    const { longitudeDeg, latitudeDeg } = subsolarPoint(time)
    const [x, y, z] = groundPoint(longitudeDeg, latitudeDeg)
    const sun = [0, 1, 2].map((row) => along(matrix, row, x, y, z) / radius) as [number, number, number]
    this.#shade.draw(context, radius, [0, 0, 0], (right, up, depth) =>
      nightOpacity(right * sun[0] + up * sun[1] + depth * sun[2]),
    )
    if (!aurora) return
    // Drawn after the night, because aurora glows. The columns of the matrix lead back to the ground.
    const scale = EARTH_RADIUS_KM / radius
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = matrix.map(
      (each) => each * scale,
    )
    this.#shade.draw(context, radius, [92, 240, 160], (right, up, depth) =>
      aurora.opacityAt(
        ax * right + bx * up + cx * depth,
        ay * right + by * up + cy * depth,
        az * right + bz * up + cz * depth,
      ),
    )
  }

  /**
   * Fills areas, such as the land. Points behind the Earth are moved to its edge, so that a ring fills what
   * it separates from the point opposite the eye; a ring around that point is inverted by the disc. A ring
   * that is entirely behind fills nothing.
   */
  #fill(lines: readonly GroundLine[], matrix: readonly number[], radius: number, style: string): void {
    const context = this.#context
    context.fillStyle = style
    context.beginPath()
    for (const line of lines) {
      if (!isInFront(line, matrix)) continue
      // Every area is smaller than a hemisphere, so an area around the axis of the eye is on the side of its
      // coast.
      let [turned, depths, last] = [0, 0, Number.NaN]
      for (let i = 0; i < line.length; i += 3) {
        const [x, y, z] = [line[i] as number, line[i + 1] as number, line[i + 2] as number]
        let [right, up] = [along(matrix, 0, x, y, z), along(matrix, 1, x, y, z)]
        const [depth, azimuth] = [along(matrix, 2, x, y, z), Math.atan2(up, right)]
        depths += depth
        if (i > 0) turned += Math.atan2(Math.sin(azimuth - last), Math.cos(azimuth - last))
        last = azimuth
        if (depth < 0) {
          const stretch = radius / Math.max(1e-6, Math.hypot(right, up))
          right *= stretch
          up *= stretch
        }
        if (i === 0) context.moveTo(right, -up)
        else context.lineTo(right, -up)
      }
      context.closePath()
      if (Math.abs(turned) < Math.PI || depths > 0) continue
      context.moveTo(radius, 0)
      context.arc(0, 0, radius, 0, 2 * Math.PI)
    }
    context.fill('evenodd')
  }

  #stroke(lines: readonly GroundLine[], matrix: readonly number[], style: string): void {
    const context = this.#context
    context.strokeStyle = style
    context.lineWidth = 1
    context.beginPath()
    for (const line of lines) {
      let isDrawing = false
      for (let i = 0; i < line.length; i += 3) {
        const [x, y, z] = [line[i] as number, line[i + 1] as number, line[i + 2] as number]
        const isFront = along(matrix, 2, x, y, z) > 0
        const [right, up] = [along(matrix, 0, x, y, z), along(matrix, 1, x, y, z)]
        if (isFront && isDrawing) context.lineTo(right, -up)
        else if (isFront) context.moveTo(right, -up)
        isDrawing = isFront
      }
    }
    context.stroke()
  }
}

/** Whether a point of a line is on the side of the eye. */
function isInFront(line: GroundLine, matrix: Matrix): boolean {
  for (let i = 0; i < line.length; i += 3) {
    if (along(matrix, 2, line[i] as number, line[i + 1] as number, line[i + 2] as number) > 0) return true
  }
  return false
}
