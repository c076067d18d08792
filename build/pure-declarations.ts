import type { Options } from 'tsup'
import ts from 'typescript'

type Plugin = NonNullable<Options['plugins']>[number]

/**
 * Marks the value of each constant of a module as free of side effects, so that a bundler leaves out the constants,
 * and so the features, that nothing uses. Nothing is registered when a module is loaded.
 */
export function pureDeclarations(): Plugin {
  return {
    name: 'pure-declarations',
    renderChunk: (code, { map }) => ({ code: withPureDeclarations(code), map: map ?? null }),
  }
}

/** Returns a script whose constants are evaluated in a function that is marked as pure. */
function withPureDeclarations(code: string): string {
  const { statements } = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.ES2022)
  const values = statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) => (initializer && ts.isIdentifier(name) ? [initializer] : []))
    .filter(mayHaveEffects)
  let marked = code
  for (const value of values.toReversed()) {
    const [start, end] = [value.getFullStart() + leadingTriviaOf(code, value), value.end]
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`
  }
  return marked
}

function leadingTriviaOf(code: string, node: ts.Node): number {
  return /^\s*/.exec(code.slice(node.getFullStart()))?.[0].length ?? 0
}

/** Returns whether a bundler must assume that the evaluation of an expression has an effect. */
function mayHaveEffects(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false
  if (ts.isAwaitExpression(node)) throw new Error('A constant of a module must not wait')
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isTemplateExpression(node) ||
    (ts.forEachChild(node, (child) => mayHaveEffects(child) || undefined) ?? false)
  )
}
