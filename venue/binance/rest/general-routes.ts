import type { BracketLookup } from '../../../server/domain/margin/brackets.ts'
import type { MarketBoard } from '../../exchange/market/market-board.ts'
import { exchangeRules, symbolInfo, type WireLimits } from '../view/symbol-info.ts'
import type { Route } from './route.ts'

export interface GeneralParts {
  readonly board: MarketBoard
  readonly brackets: BracketLookup
  readonly limits: WireLimits
}

/** Ping, server time, and the listed symbols with their rules. */
export const generalRoutes = ({ board, brackets, limits }: GeneralParts): readonly Route[] => [
  { method: 'GET', path: '/fapi/v1/ping', weight: 1, security: 'NONE', answer: () => ({}) },
  { method: 'GET', path: '/fapi/v1/time', weight: 1, security: 'NONE', answer: ({ atMs }) => ({ serverTime: atMs }) },
  {
    method: 'GET',
    path: '/fapi/v1/exchangeInfo',
    weight: 1,
    security: 'NONE',
    answer: ({ atMs }) => ({
      ...exchangeRules(limits),
      serverTime: atMs,
      symbols: [...board.listings.values()].map(({ entry: { instrument } }) =>
        symbolInfo(instrument, brackets(instrument.symbol)),
      ),
    }),
  },
]
