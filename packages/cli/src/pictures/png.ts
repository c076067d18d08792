import type { Rgb } from '@space-data/core/figures'
import { LETTER_HEIGHT, strokesOf, widthOf } from '#pictures/lettering'
import { type Box, PAPER, type Picture, type Words } from '#pictures/picture'

/** Dots to a point: sharp on a screen of high density, too. */
const DOTS = 2

/** A picture as a PNG, two dots to a point. */
export async function pngOf({ width, height, marks }: Picture): Promise<Uint8Array> {
  const { encode } = await import('fast-png')
  const canvas = new Canvas(width * DOTS, height * DOTS)
  for (const mark of marks) {
    if ('words' in mark) canvas.write(mark)
    else canvas.fill(mark)
  }
  return encode({ width: canvas.width, height: canvas.height, data: canvas.dots, channels: 3 })
}

class Canvas {
  readonly width: number
  readonly height: number
  readonly dots: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.dots = new Uint8Array(3 * width * height)
    for (let i = 0; i < this.dots.length; i += 1) this.dots[i] = PAPER[i % 3] ?? 0
  }

  fill({ x, y, width, height, fill }: Box): void {
    const [left, right] = [x, x + width].map((at) => Math.round(at * DOTS)) as [number, number]
    const [top, bottom] = [y, y + height].map((at) => Math.round(at * DOTS)) as [number, number]
    for (let row = top; row < bottom; row += 1)
      for (let i = left; i < right; i += 1) this.#blend(i, row, fill, 1)
  }

  write({ x, y, words, size, fill, anchor = 'start', turned }: Words): void {
    const scale = (size * DOTS) / LETTER_HEIGHT
    const shift = { start: 0, middle: 0.5, end: 1 }[anchor] * widthOf(words)
    const thickness = Math.max(1.5, scale * 1.05)
    for (const stroke of strokesOf(words)) {
      const points = stroke.map(([along, up]) => {
        const [right, down] = [(along - shift) * scale, -up * scale]
        return turned
          ? ([x * DOTS + down, y * DOTS - right] as const)
          : ([x * DOTS + right, y * DOTS + down] as const)
      })
      this.#stroke(points, thickness, fill)
    }
  }

  /** A line with round ends and joints: every dot is covered by how near it is, once, so that joints are not darker. */
  #stroke(points: readonly Point[], thickness: number, ink: Rgb): void {
    const reach = thickness / 2 + 1
    const [left, right] = rangeOf(
      points.map(([x]) => x),
      reach,
    )
    const [top, bottom] = rangeOf(
      points.map(([, y]) => y),
      reach,
    )
    for (let row = top; row <= bottom; row += 1) {
      for (let i = left; i <= right; i += 1) {
        const distance = distanceTo(points, i + 0.5, row + 0.5)
        this.#blend(i, row, ink, Math.min(1, Math.max(0, thickness / 2 + 0.5 - distance)))
      }
    }
  }

  #blend(x: number, y: number, ink: Rgb, cover: number): void {
    if (cover === 0 || x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const at = 3 * (y * this.width + x)
    for (const channel of [0, 1, 2] as const) {
      const ground = this.dots[at + channel] ?? 0
      this.dots[at + channel] = Math.round(ground + (ink[channel] - ground) * cover)
    }
  }
}

type Point = readonly [x: number, y: number]

function rangeOf(values: readonly number[], reach: number): [number, number] {
  return [Math.floor(Math.min(...values) - reach), Math.ceil(Math.max(...values) + reach)]
}

function distanceTo(points: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < points.length; i += 1) {
    const [fromX, fromY] = points[Math.max(0, i - 1)] as Point
    const [toX, toY] = points[i] as Point
    const [dx, dy] = [toX - fromX, toY - fromY]
    const length = dx * dx + dy * dy
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length))
    nearest = Math.min(nearest, Math.hypot(x - fromX - part * dx, y - fromY - part * dy))
  }
  return nearest
}
