import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../../../shared/captures/', import.meta.url))

/** Tests on the real upstream payloads beside the checkout; skipped, and said so, where they are absent. */
export function describeCaptures(title: string, tests: () => void): void {
  if (existsSync(FOLDER)) {
    describe(title, tests)
  } else {
    console.warn(`skipped for want of ${FOLDER}: ${title}`)
    describe.skip(title, () => it('needs the captures', () => {}))
  }
}

export function capture(path: string): string {
  return readFileSync(`${FOLDER}${path}`, 'utf8')
}
