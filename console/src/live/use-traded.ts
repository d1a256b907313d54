import type { components } from '@plimsoll/client'
import { useMemo } from 'react'
import { useChannel } from './use-live.ts'

/**
 * Returns the symbols of all trading scopes, including manual ones, with the timeframes and strategies of
 * autotrading.
 */
export const useTraded = (): Traded => {
  const books = useChannel('autotrading.status')?.data.books
  return useMemo(
    () => ({
      symbols: collectUnique(books, ({ manualSymbols, symbols }) => [...manualSymbols, ...symbols]),
      timeframes: collectUnique(books, ({ timeframes }) => timeframes),
      strategies: collectUnique(books, ({ strategies }) => strategies),
    }),
    [books],
  )
}

type Book = components['schemas']['AutotradingStatus']['books'][number]

interface Traded {
  readonly symbols: readonly string[]
  readonly timeframes: Book['timeframes']
  readonly strategies: readonly string[]
}

const collectUnique = <T>(books: readonly Book[] | undefined, of: (book: Book) => readonly T[]): T[] => [
  ...new Set(books?.flatMap(of)),
]
