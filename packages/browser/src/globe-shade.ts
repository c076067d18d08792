const SIZE = 128
/** Sines of the Sun's elevation between which the shade passes from night to day. */
const NIGHT_SINE = -0.2
const DAY_SINE = 0.12
const MOST_OPACITY = 125

/** Returns the opacity of the night, up to 255, for the sine of the Sun's elevation. */
export function nightOpacity(sine: number): number {
  const share = Math.max(0, Math.min(1, (DAY_SINE - sine) / (DAY_SINE - NIGHT_SINE)))
  return MOST_OPACITY * share * share * (3 - 2 * share)
}

/** Returns the opacity, up to 255, at a point of the disc: right, up and towards the eye, of length 1. */
type OpacityAt = (right: number, up: number, depth: number) => number

/** A soft colour on the disc of the Earth: drawn small and scaled. */
export class DiscShade {
  readonly #small = new OffscreenCanvas(SIZE, SIZE)

  /** Draws the colour on a disc around the origin. */
  draw(
    context: CanvasRenderingContext2D,
    radius: number,
    colour: readonly [red: number, green: number, blue: number],
    opacityAt: OpacityAt,
  ): void {
    const small = this.#small.getContext('2d') as OffscreenCanvasRenderingContext2D
    const image = small.createImageData(SIZE, SIZE)
    for (let row = 0; row < SIZE; row += 1) {
      for (let column = 0; column < SIZE; column += 1) {
        const right = ((column + 0.5) / SIZE) * 2 - 1
        const up = 1 - ((row + 0.5) / SIZE) * 2
        const depth = Math.sqrt(Math.max(0, 1 - right * right - up * up))
        const at = (row * SIZE + column) * 4
        image.data.set(colour, at)
        image.data[at + 3] = opacityAt(right, up, depth)
      }
    }
    small.putImageData(image, 0, 0)
    context.save()
    context.beginPath()
    context.arc(0, 0, radius, 0, 2 * Math.PI)
    context.clip()
    context.drawImage(this.#small, -radius, -radius, 2 * radius, 2 * radius)
    context.restore()
  }
}
