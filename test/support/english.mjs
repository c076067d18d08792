import { readFileSync } from 'node:fs'

/**
 * Phrases that do not belong into a text of this project, each with what to write instead. CONTRIBUTING says how we
 * write; this list only keeps old habits from coming back.
 *
 * @type {readonly (readonly [phrase: RegExp, instead: string])[]}
 */
export const PATTERNS = [
  [/\b(?:those|that) of\b/gi, 'repeat the noun, or use a possessive'],
  [/\b(?:is|are|was|were|be) of (?:an?|the|its|one|which)\b/gi, '"belongs to", "refers to"'],
  [/\bof which\b/gi, 'two sentences'],
  [/(?<!times )\b(?:so|as) many\b/gi, '"a given number of", "unbounded"'],
  [/\balone\b/gi, '"only"'],
  [/\bbe had\b/gi, '"available", "unavailable"'],
  [/\bgo(?:es|ing)? on\b/gi, '"continues"'],
  [/\b(?:is|are|was|were|be) (?:away|back|well|well again)\b/gi, '"is unavailable", "recovers"'],
  [/\b(?:tells?|told|telling|forgets?|forgot|forgotten)\b/gi, '"reports", "returns", "deletes"'],
  [
    /\b(?:program|process|server|instance|client)s? (?:asks?|knows?|looks?|promises?)\b/gi,
    '"requests", "stores", "reads"',
  ],
  [/\/\*\* What\b/g, 'a verb for a function, a noun phrase for a type'],
  [/\bfor ever\b/gi, '"without limit", "permanently"'],
  [/\b(?:whoever|whatever)\b/gi, 'name who or what'],
]

/**
 * Returns the phrases in a text that do not belong there, each with its line.
 *
 * @param {string} text
 */
export function phrasesIn(text) {
  return PATTERNS.flatMap(([phrase, instead]) =>
    [...text.matchAll(phrase)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length
      return { line, found, instead }
    }),
  ).sort((one, other) => one.line - other.line)
}

// `node support/english.mjs FILE…` lists them.
if (import.meta.filename === process.argv[1]) {
  for (const file of process.argv.slice(2)) {
    for (const { line, found, instead } of phrasesIn(readFileSync(file, 'utf8'))) {
      console.log(`${file}:${line}: ${found} → ${instead}`)
    }
  }
}
