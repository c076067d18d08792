import { hasCaptures } from '../fixtures/captures.ts'
import { hasHapiSchema } from '../fixtures/hapi-schema.ts'

/** Not every container lets its root mount a small disk, which then cannot be filled, or a read-only root. */
const MOUNTS = /\bdisk\b.* full\b|\bfull disk\b|\bread-only root\b/

/** What only root can do. */
const AS_ROOT = /\bwhen root\b/

/** A checkout without history has no commit before. */
const NO_HISTORY = /\bcommit before\b/

/** Not every machine has Python with this package. */
const PYTHON = /\bpython-sgp4\b/

/** Whether a test may be skipped where everything is installed that any test needs. */
export function maySkip(fullName: string): boolean {
  const isSpecial = [MOUNTS, NO_HISTORY, PYTHON].some((pattern) => pattern.test(fullName))
  const isBesideCheckout =
    (!hasCaptures && /captur/.test(fullName)) || (!hasHapiSchema && /\bschema of HAPI\b/.test(fullName))
  const needsRoot = process.getuid?.() !== 0 && AS_ROOT.test(fullName)
  return isSpecial || isBesideCheckout || needsRoot
}
