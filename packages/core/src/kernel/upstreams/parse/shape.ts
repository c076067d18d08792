/**
 * A body does not have the expected shape. The message names the field in our own words and quotes nothing.
 */
export class ShapeError extends SyntaxError {
  override readonly name = 'ShapeError'
}
