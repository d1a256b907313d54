import { readFileSync } from 'node:fs'

/** A fenced code block of a Markdown file: ```` ```language how ````. */
export interface CodeBlock {
  readonly file: string
  /** Line of its first line of code, from 1. */
  readonly line: number
  readonly language: string
  /** Way in which the tests run the block; empty when the info string names only a language. */
  readonly how: string
  readonly text: string
}

const FENCE = /^( *)```+(\S*) *(.*)$/

/** Every fenced block of the file, in order. */
export const readCodeBlocks = (file: string): CodeBlock[] => {
  const blocks: CodeBlock[] = []
  let open:
    | { readonly line: number; readonly language: string; readonly how: string; readonly lines: string[] }
    | undefined
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [fence, indent = '', language = '', how = ''] = FENCE.exec(text) ?? []
    if (fence === undefined) open?.lines.push(text)
    else if (open === undefined) open = { line: index + 2, language, how: how.trim(), lines: [] }
    else {
      const { lines, ...rest } = open
      blocks.push({ file, ...rest, text: lines.map((one) => one.slice(indent.length)).join('\n') })
      open = undefined
    }
  }
  return blocks
}
