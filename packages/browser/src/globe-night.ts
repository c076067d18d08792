const SIZE = 128
/** Sines of the Sun's elevation between which the shade passes from night to day. */
const NIGHT_SINE = -0.2
const DAY_SINE = 0.12
const MOST_OPACITY = 150

/** Returns the opacity of the shade, up to 255, for the sine of the Sun's elevation. */
export function nightOpacity(sine: number): number {
  const share = Math.max(0, Math.min(1, (DAY_SINE - sine) / (DAY_SINE - NIGHT_SINE)))
  return MOST_OPACITY * share * share * (3 - 2 * share)
}

/** The shade of the night side with its twilight: drawn small and scaled to the disc. */
export class NightShade {
  readonly #small = new OffscreenCanvas(SIZE, SIZE)

  /** Draws the shade on a disc around the origin. `sun` is right, up and towards the eye, of length 1. */
  draw(context: CanvasRenderingContext2D, sun: readonly [number, number, number], radius: number): void {
    const small = this.#small.getContext('2d') as OffscreenCanvasRenderingContext2D
    const image = small.createImageData(SIZE, SIZE)
    for (let row = 0; row < SIZE; row += 1) {
      for (let column = 0; column < SIZE; column += 1) {
        const right = ((column + 0.5) / SIZE) * 2 - 1
        const up = 1 - ((row + 0.5) / SIZE) * 2
        const depth = Math.sqrt(Math.max(0, 1 - right * right - up * up))
        const sine = right * sun[0] + up * sun[1] + depth * sun[2]
        image.data[(row * SIZE + column) * 4 + 3] = nightOpacity(sine)
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
