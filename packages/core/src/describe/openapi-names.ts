/** `V1SpaceWeatherKp` of `/v1/space-weather/kp`, `InvalidKey` of `invalid_key`. */
export function nameOf(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')
}
