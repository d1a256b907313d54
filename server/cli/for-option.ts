import { InvalidArgumentError, Option } from 'commander'
import { parseDuration } from '../core/instant.ts'

/** Duration option. */
export const forOption = (description: string): Option =>
  new Option('--for <duration>', description).argParser((text: string) => {
    if (parseDuration(text) !== undefined) return text
    throw new InvalidArgumentError('Give a duration such as 12h or 30d.')
  })

/** The argument of a verb, where a duration was given. */
export const parseForOption = (text: string | undefined): { readonly forMs?: number } => {
  const forMs = text === undefined ? undefined : parseDuration(text)
  return forMs === undefined ? {} : { forMs }
}
