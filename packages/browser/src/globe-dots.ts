import { along, type Matrix } from '#globe-camera'
import type { PackedObjects } from '#packed-objects'

const EARTH_RADIUS_KM = 6_378.137

/** Filter of the drawn objects: types, an owner, and a band of altitudes in km. */
export interface DotFilter {
  /** Colors by type as 0xAABBGGRR, 0 for types that are not drawn. */
  readonly colours: Uint32Array
  /** Index of the only owner that is drawn; `undefined` for all. */
  owner: number | undefined
  lowKm: number
  highKm: number
}

/** Returns the opacity of a dot: in front of the Earth, beyond its edge, or covered by it. */
export function dotOpacity(depth: number, isCovered: boolean): number {
  if (depth >= 0) return 0xd8
  return isCovered ? 0x1c : 0x70
}

/** Draws objects as dots, each two by two pixels or three by three, on a canvas of its own. */
export class Dots {
  /** Pixels from the left and from the top of every object; NaN for objects that are not visible. */
  readonly places: Float32Array
  /** Number of objects in the filter, including objects behind the Earth. */
  selected = 0
  readonly #context: CanvasRenderingContext2D
  readonly #objects: Pick<PackedObjects, 'types' | 'ownerOf'>
  #image: ImageData
  #pixels: Uint32Array

  constructor(context: CanvasRenderingContext2D, objects: Pick<PackedObjects, 'types' | 'ownerOf'>) {
    this.#context = context
    this.#objects = objects
    this.places = new Float32Array(objects.types.length * 2)
    this.#image = context.createImageData(1, 1)
    this.#pixels = new Uint32Array(this.#image.data.buffer)
  }

  /** Draws all objects of the filter; objects behind the Earth are dim and cannot be picked. */
  draw(positions: Float32Array, matrix: Matrix, earthPx: number, dotPx: number, filter: DotFilter): void {
    const { width, height } = this.#context.canvas
    if (this.#image.width !== width || this.#image.height !== height) {
      this.#image = this.#context.createImageData(width, height)
      this.#pixels = new Uint32Array(this.#image.data.buffer)
    }
    const pixels = this.#pixels.fill(0)
    const least = (EARTH_RADIUS_KM + filter.lowKm) ** 2
    const most = (EARTH_RADIUS_KM + filter.highKm) ** 2
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = matrix as [
      ...[number, number, number],
      ...[number, number, number],
      ...[number, number, number],
    ]
    const hiddenPx = earthPx * earthPx
    const places = this.places.fill(Number.NaN)
    const { types, ownerOf } = this.#objects
    const { owner } = filter
    this.selected = 0
    for (let i = 0, at = 0; at < positions.length; i += 1, at += 3) {
      if (owner !== undefined && ownerOf[i] !== owner) continue
      const colour = filter.colours[types[i] as number] as number
      const [x, y, z] = [positions[at] as number, positions[at + 1] as number, positions[at + 2] as number]
      const distance = x * x + y * y + z * z
      // Negated, so that NaN is left out.
      if (colour === 0 || !(distance >= least && distance <= most)) continue
      this.selected += 1
      const right = ax * x + ay * y + az * z
      const up = bx * x + by * y + bz * z
      const depth = cx * x + cy * y + cz * z
      const isCovered = depth < 0 && right * right + up * up < hiddenPx
      const left = width / 2 + right
      const top = height / 2 - up
      if (left < 0 || top < 0 || left >= width - dotPx || top >= height - dotPx) continue
      if (!isCovered) {
        places[2 * i] = left
        places[2 * i + 1] = top
      }
      const blended = ((colour & 0xffffff) | (dotOpacity(depth, isCovered) << 24)) >>> 0
      const first = (top | 0) * width + (left | 0)
      for (let row = 0; row < dotPx; row += 1) {
        pixels.fill(blended, first + row * width, first + row * width + dotPx)
      }
    }
    this.#context.putImageData(this.#image, 0, 0)
  }

  /** Returns the index of the visible object nearest to a pixel, no farther than `within` pixels. */
  nearest(left: number, top: number, within: number): number | undefined {
    let found: number | undefined
    let least = within * within
    for (let i = 0; i < this.places.length / 2; i += 1) {
      const distance =
        ((this.places[2 * i] as number) - left) ** 2 + ((this.places[2 * i + 1] as number) - top) ** 2
      if (distance > least || Number.isNaN(distance)) continue
      least = distance
      found = i
    }
    return found
  }

  /** Draws an orbit, in the same axes as the objects, and a ring around its object. */
  drawOrbit(orbit: readonly number[], matrix: Matrix, earthPx: number, index: number): void {
    const context = this.#context
    const { width, height } = context.canvas
    context.strokeStyle = '#fff'
    context.lineWidth = 1.5
    context.beginPath()
    let isDrawing = false
    for (let at = 0; at < orbit.length; at += 3) {
      const [x, y, z] = [orbit[at] as number, orbit[at + 1] as number, orbit[at + 2] as number]
      const [right, up] = [along(matrix, 0, x, y, z), along(matrix, 1, x, y, z)]
      const isHidden = along(matrix, 2, x, y, z) < 0 && Math.hypot(right, up) < earthPx
      if (!isHidden && isDrawing) context.lineTo(width / 2 + right, height / 2 - up)
      else if (!isHidden) context.moveTo(width / 2 + right, height / 2 - up)
      isDrawing = !isHidden
    }
    context.stroke()
    const [left, top] = [this.places[2 * index] as number, this.places[2 * index + 1] as number]
    if (Number.isNaN(left)) return
    context.beginPath()
    context.arc(left + 1, top + 1, 7, 0, 2 * Math.PI)
    context.stroke()
  }
}
