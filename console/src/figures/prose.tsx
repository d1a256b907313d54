import { EventTime } from './event-time.tsx'
import { splitSentence } from './sentence.ts'

/** Displays a sentence from the server: commands as code, times and numbers formatted as in the rest of the console. */
export const Prose = ({ children }: { readonly children: string }) =>
  splitSentence(children).map(({ kind, text }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a sentence changes as a whole
    if (kind === 'code') return <code key={index}>{text}</code>
    return kind === 'instant' ? <EventTime key={index} at={text} /> : text
    // biome-ignore-end lint/suspicious/noArrayIndexKey: a sentence changes as a whole
  })
