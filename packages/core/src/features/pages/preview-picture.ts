import preview from 'browser:preview.png'

/** Returns the picture for previews of links: a PNG of 1200 × 630 points, made by `pnpm screenshots`. */
export function previewPng(): Uint8Array {
  return Uint8Array.from(atob(preview), (char) => char.charCodeAt(0))
}
