import type { DigestLine } from '../../inputs/messenger.ts'

/** Prefix of every line of advice, so that no reader takes it for a measurement. */
export const ADVICE_MARK = 'Advice: '

/** Matches a number in a sentence; digits in a name such as G08 do not count. */
const NUMBER = /(?<![\w.,])\d+(?:[.,]\d+)*/g

/** Returns why a line of advice would mislead: it is not marked, or has a number of its own. Null when it does not. */
export const faultOfAdvice = (
  text: string,
  lines: readonly Pick<DigestLine, 'text' | 'provenance'>[],
): 'NOT_MARKED' | 'NUMBER_OF_ITS_OWN' | null => {
  if (!text.startsWith(ADVICE_MARK)) return 'NOT_MARKED'
  const liveNumbers = new Set(
    lines.filter(({ provenance }) => provenance === 'LIVE_STATE').flatMap(({ text }) => numbersIn(text)),
  )
  return numbersIn(text).every((number) => liveNumbers.has(number)) ? null : 'NUMBER_OF_ITS_OWN'
}

const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? []
