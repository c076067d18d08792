const EARTH_RADIUS_KM = 6_378.137
const RADIANS = Math.PI / 180

/** A rotation and scale from km to pixels: its rows are right, up and towards the eye. */
export type Matrix = readonly number[]

/** Position of the eye: above a location, so near that the Earth has this radius in pixels. */
export class Camera {
  longitudeDeg = 10
  latitudeDeg = 25
  zoom = 1

  turn(eastDeg: number, northDeg: number): void {
    this.longitudeDeg += eastDeg
    this.latitudeDeg = Math.max(-90, Math.min(90, this.latitudeDeg + northDeg))
  }

  magnify(factor: number): void {
    this.zoom = Math.max(0.12, Math.min(12, this.zoom * factor))
  }

  /** Returns the radius of the Earth in pixels, on a canvas of this size. */
  radius(width: number, height: number): number {
    return Math.min(width, height) * 0.36 * this.zoom
  }

  /**
   * Returns the matrix for a canvas of this size. `spin` is the angle of Greenwich from the x axis of the
   * vectors, in radians: sidereal time for TEME, 0 for a location on the ground.
   */
  matrix(width: number, height: number, spin: number): Matrix {
    const scale = this.radius(width, height) / EARTH_RADIUS_KM
    const longitude = this.longitudeDeg * RADIANS + spin
    const [sinLon, cosLon] = [Math.sin(longitude) * scale, Math.cos(longitude) * scale]
    const [sinLat, cosLat] = [Math.sin(this.latitudeDeg * RADIANS), Math.cos(this.latitudeDeg * RADIANS)]
    return [
      ...[-sinLon, cosLon, 0],
      ...[-sinLat * cosLon, -sinLat * sinLon, cosLat * scale],
      ...[cosLat * cosLon, cosLat * sinLon, sinLat * scale],
    ]
  }
}

/** Returns one row of a product with a vector. */
export function along(matrix: Matrix, row: number, x: number, y: number, z: number): number {
  const at = row * 3
  return (matrix[at] as number) * x + (matrix[at + 1] as number) * y + (matrix[at + 2] as number) * z
}
