/** Reads the texts of the console from its sources. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isText } from './is-text.ts'

/** Texts of the console, and what of them cannot be translated. */
export interface Texts {
  /** Sources of each text, by key. */
  readonly places: ReadonlyMap<string, readonly string[]>
  /** Keys of texts that depend on a number. */
  readonly plurals: ReadonlySet<string>
  /** Literals that are displayed but are no argument of a translating function, with their places. */
  readonly untranslated: readonly string[]
  /** Calls of a translating function whose text is not a literal, with their places. */
  readonly unreadable: readonly string[]
}

/** Reads the texts of all modules of the console. */
export const readTexts = (): Texts => mergeTexts(listModules().map((path) => readModule(path)))

const SOURCES = join(import.meta.dirname, '../../console/src')

const listModules = (): readonly string[] =>
  globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|samples\.ts$|^messages\//.test(path))
    .toSorted()

/** Text in a module; without a key it cannot be translated. */
interface ReadText {
  readonly path: string
  readonly line: number
  readonly key?: string
  readonly isPlural?: boolean
  readonly source: string
  readonly isLiteral: boolean
}

/** Reads the texts of a module. */
export const readModule = (path: string, text = readFileSync(join(SOURCES, path), 'utf8')): readonly ReadText[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const texts: ReadText[] = []
  const add = (node: ts.Node, rest: Pick<ReadText, 'key' | 'isPlural' | 'isLiteral'>): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    texts.push({ path, line: line + 1, source: node.getText().trim(), ...rest })
  }
  const visit = (node: ts.Node): void => {
    const name = translatingFunction(node)
    if (name === undefined) {
      if (isText(node)) add(node, { isLiteral: true })
      return ts.forEachChild(node, visit)
    }
    const { arguments: given } = node as ts.CallExpression
    const key = readLiteral(given[KEY_AT[name]])
    add(node, { ...(key !== undefined && { key }), isPlural: name === 'plural', isLiteral: false })
    for (const argument of given) if (readLiteral(argument) === undefined) visit(argument)
  }
  visit(file)
  return texts
}

/** Translating functions, with the argument that is the key. */
const KEY_AT = { t: 0, rich: 0, plural: 2 } as const

const translatingFunction = (node: ts.Node): keyof typeof KEY_AT | undefined => {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  const { text } = node.expression
  return text === 't' || text === 'rich' || text === 'plural' ? text : undefined
}

const readLiteral = (node: ts.Expression | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined

const mergeTexts = (modules: readonly (readonly ReadText[])[]): Texts => {
  const places = new Map<string, string[]>()
  const texts = modules.flat()
  for (const { key, path } of texts) {
    if (key === undefined) continue
    const known = places.get(key) ?? []
    if (!known.includes(path)) places.set(key, [...known, path])
  }
  const locate = ({ path, line, source }: ReadText): string => `${path}:${line}: ${source}`
  return {
    places,
    plurals: new Set(texts.flatMap(({ key, isPlural }) => (key !== undefined && isPlural ? [key] : []))),
    untranslated: texts.filter(({ isLiteral }) => isLiteral).map(locate),
    unreadable: texts.filter(({ key, isLiteral }) => key === undefined && !isLiteral).map(locate),
  }
}
