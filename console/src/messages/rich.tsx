import { Fragment, type ReactNode } from 'react'
import { translate } from './messages.ts'

type Parts = Readonly<Record<string, ReactNode | ((text: ReactNode) => ReactNode)>>

/** Translates a text whose `{placeholders}` and `<tags>` are elements. */
export const rich = (text: string, parts: Parts): ReactNode => fillParts(translate(text), parts)

const PART = /\{(?<name>\w+)\}|<(?<tag>\w+)>(?<inner>.*?)<\/\k<tag>>/gs

const fillParts = (text: string, parts: Parts): ReactNode => {
  const pieces: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(PART)) {
    pieces.push(text.slice(end, match.index), fillPart(match.groups ?? {}, parts))
    end = match.index + match[0].length
  }
  pieces.push(text.slice(end))
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text change as a whole
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>)
}

const fillPart = ({ name, tag, inner = '' }: Record<string, string | undefined>, parts: Parts): ReactNode => {
  const part = parts[name ?? tag ?? '']
  return typeof part === 'function' ? part(fillParts(inner, parts)) : part
}
