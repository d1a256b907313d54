/** Recognises literals that a reader of the console could see. */

import ts from 'typescript'

/** Returns whether a node is a text that is displayed as it stands. */
export const isText = (node: ts.Node): boolean => {
  if (ts.isJsxText(node)) return hasWords(node.text) && !isCode(node.parent)
  if (ts.isTemplateExpression(node)) return !isTechnical(node) && isProse(readTemplate(node))
  return ts.isStringLiteralLike(node) && !isTechnical(node) && (isProse(node.text) || isNaming(node))
}

/** Names, units and notations that are the same in every language. */
const SAME =
  /^(Plimsoll|EMERGENCY STOP|TradingView|Lightweight Charts™|Heikin-Ashi|Auto-deleveraged|USDT|UTC|JSON|API|R|R:R|bps|ms|min|s|h|d|n|x|px|rem|GiB|MiB|P&L|K|Ctrl|Shift|Alt|Escape|Enter|Tab|ASHA|TPE|nbsp|Stoch|BB|KC|DC|ST|RSI|MACD|ATR|ADX|CCI|EMA|SMA|OBV|VWAP)$/

const words = (text: string): string[] =>
  text
    .replace(/&\w+;/g, '')
    .split(/[^\p{L}&:]+/u)
    .filter((word) => /\p{L}/u.test(word))

const hasWords = (text: string): boolean => words(text).some((word) => !SAME.test(word) && !SAME.test(text.trim()))

/** Returns whether a string is words: several of them, or one with a capital letter; not a class, path or command. */
const isProse = (text: string): boolean =>
  hasWords(text) &&
  !TECHNICAL.test(text) &&
  !isClasses(text) &&
  (/\s/.test(text.trim()) ? /\p{Ll}/u.test(text) : /^[✓✕“]?\p{Lu}\p{Ll}+[.…:]?$/u.test(text))

const TECHNICAL =
  /^(plimsoll |rgba|color-mix|Invariant|input, |<svg|<circle|M|@|\/|#|https?:|--|\(m|text\/|Ctrl|Alt|Shift)|in the console$|\p{L}+ \p{L}+$(?<=ordered decisions|chart signals|chart fills)|^no clipboard$/u

const CLASS =
  /[a-z\d\])]-[[a-z\d(]|:|\[|=|^(grid|flex|block|hidden|grow|truncate|relative|absolute|underline|inline|sticky|fixed|filling|dense|aged)$/

const isClasses = (text: string): boolean => {
  const tokens = text.trim().split(/\s+/)
  return tokens.filter((token) => CLASS.test(token) && !/\p{Lu}|[,:.…]$/u.test(token)).length * 5 > tokens.length * 2
}

const readTemplate = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join('')

/** Attributes whose value is displayed, or read by a screen reader. */
const NAMING = /^(aria-label|title|label|placeholder|empty|what|back|act|hint|note|word)$/

/** Properties whose value is displayed. */
const LABELLING = /^(title|label|hint|note|word)$/

const isNaming = (node: ts.StringLiteralLike): boolean => {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return LABELLING.test(parent.name.getText()) && hasWords(node.text)
  return ts.isJsxAttribute(parent) && NAMING.test(parent.name.getText()) && hasWords(node.text)
}

/** Attributes and properties with names, classes and other values of programs. */
const OF_PROGRAMS =
  /^(className|type|href|role|id|key|align|inputMode|autoComplete|method|htmlFor|look|target|rel|d|fill|stroke|viewBox|scope|of|component|path|reason|height|colour|chords|kind|style|aria-keyshortcuts|crossOrigin|preserveAspectRatio)$/

/** Functions with texts of programs, such as selectors, media queries and names of stored values. */
const FUNCTIONS =
  /(^|\.)(querySelector|querySelectorAll|matchMedia|useMedia|closest|split|replace|replaceAll|startsWith|isVisible|isOffered|useShortcut|GET|POST|PATCH|DELETE|toLocaleString|DateTimeFormat|NumberFormat|Error|Map)$/

const isTechnical = (node: ts.Node): boolean => {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true
  if (ts.isBinaryExpression(parent)) return /^(===|!==|in)$/.test(parent.operatorToken.getText())
  if (ts.isPropertyAssignment(parent)) return OF_PROGRAMS.test(parent.name.getText())
  return isWithinProgram(node)
}

/** Returns whether an attribute or a call around the node is for programs. */
const isWithinProgram = (node: ts.Node): boolean => {
  for (
    let at = node;
    at && !ts.isStatement(at) && !ts.isJsxElement(at) && !ts.isJsxExpression(at.parent);
    at = at.parent
  ) {
    if (ts.isJsxAttribute(at)) return OF_PROGRAMS.test(at.name.getText())
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) return FUNCTIONS.test(at.expression.getText())
  }
  const attribute = ts.findAncestor(node, (at) => ts.isJsxAttribute(at) || ts.isJsxElement(at))
  return attribute !== undefined && ts.isJsxAttribute(attribute) && OF_PROGRAMS.test(attribute.name.getText())
}

const isCode = (node: ts.Node): boolean =>
  ts.isJsxElement(node) && /^(code|kbd|Command)$/.test(node.openingElement.tagName.getText())
