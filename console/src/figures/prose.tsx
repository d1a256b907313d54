import { splitSentence } from './sentence.ts'
import { When } from './when.tsx'

/** A sentence of the server, with its commands as code and its instants and figures as everywhere else. */
export const Prose = ({ children }: { readonly children: string }) =>
  splitSentence(children).map(({ kind, text }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a sentence changes as a whole
    if (kind === 'code') return <code key={index}>{text}</code>
    return kind === 'instant' ? <When key={index} at={text} /> : text
    // biome-ignore-end lint/suspicious/noArrayIndexKey: a sentence changes as a whole
  })
