import { type Bracket, type BracketsOf, bracketsFrom } from './brackets.ts'

type Row = readonly [floor: string, rate: string]

const rows = (...pairs: readonly Row[]): readonly Bracket[] =>
  bracketsFrom(pairs.map(([floor, rate]) => ({ floor, rate })))

const SMALL_COIN = rows(
  ['0', '0.0065'],
  ['10000', '0.01'],
  ['50000', '0.02'],
  ['250000', '0.05'],
  ['1000000', '0.1'],
  ['2000000', '0.125'],
  ['5000000', '0.15'],
  ['10000000', '0.25'],
)

/** Floors and rates as Binance publishes them for its USDⓈ-M perpetuals. */
const PUBLISHED: ReadonlyMap<string, readonly Bracket[]> = new Map([
  [
    'BTCUSDT',
    rows(
      ['0', '0.004'],
      ['50000', '0.005'],
      ['250000', '0.01'],
      ['3000000', '0.025'],
      ['20000000', '0.05'],
      ['40000000', '0.1'],
      ['100000000', '0.125'],
      ['120000000', '0.15'],
      ['200000000', '0.25'],
      ['300000000', '0.5'],
    ),
  ],
  [
    'ETHUSDT',
    rows(
      ['0', '0.005'],
      ['100000', '0.0065'],
      ['250000', '0.01'],
      ['2000000', '0.02'],
      ['15000000', '0.05'],
      ['30000000', '0.1'],
      ['60000000', '0.125'],
      ['80000000', '0.15'],
      ['100000000', '0.25'],
      ['150000000', '0.5'],
    ),
  ],
  ['LTCUSDT', SMALL_COIN],
  ['ADAUSDT', SMALL_COIN],
])

/** For symbols nothing is published of here: stricter than any of the above at every notional. */
const PRUDENT = rows(
  ['0', '0.01'],
  ['5000', '0.02'],
  ['25000', '0.05'],
  ['100000', '0.1'],
  ['500000', '0.15'],
  ['1000000', '0.25'],
  ['5000000', '0.5'],
)

/** The maintenance margin brackets of the symbols that are known, a prudent table for any other. */
export const publishedBrackets: BracketsOf = (symbol) => PUBLISHED.get(symbol) ?? PRUDENT
