import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sharedData } from '../support/shared-data.ts'

/** Recorded message or body. */
export type Body = Readonly<Record<string, unknown>>

const findFolder = (name: string): string => sharedData(name) ?? ''

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** True when recorded bodies lie beside the repository. */
export const HAS_BODIES = [
  'binance-usdm-recorded-2021',
  'binance-usdm-rest-recorded',
  'binance-usdm-messages',
  'ccxt-static-usdt-swap',
].every((name) => sharedData(name) !== undefined)

/** Returns half a minute of four markets in 2021: the listing, the requested order books, and the messages. */
export const streamOf2021 = () => {
  const folder = findFolder('binance-usdm-recorded-2021')
  const [, ...lines] = gunzipSync(readFileSync(`${folder}/ws_4symbols.txt.gz`))
    .toString()
    .trim()
    .split('\n')
  const messages = lines.map((line) => JSON.parse(line.slice(line.indexOf(': ') + 2)).data as Body | undefined)
  return {
    symbols: ['SUSHIUSDT', 'AKROUSDT', 'KEEPUSDT', 'CTKUSDT'],
    exchangeInfo: read(`${folder}/exchangeInfo.json`) as { readonly symbols: readonly Body[] },
    readDepth: (symbol: string) => read(`${folder}/depth_${symbol}.json`) as Depth,
    messages: messages.filter((message) => message !== undefined),
  }
}

export interface Depth {
  readonly lastUpdateId: number
  readonly T: number
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

type Routes = Readonly<Record<string, { readonly GET: readonly { readonly data: unknown; queryString: string }[] }>>

/** Returns the recorded answers to GET requests of a path, with their requests. */
export const recordedAnswers = (
  path: string,
): readonly { readonly data: unknown; readonly query: URLSearchParams }[] => {
  const routes = read(`${findFolder('binance-usdm-rest-recorded')}/fapi_routes.json`) as Routes
  return (routes[path]?.GET ?? []).map(({ data, queryString }) => ({ data, query: new URLSearchParams(queryString) }))
}

/** Returns recorded messages and answers by name. */
export const storedMessages = (): Readonly<Record<string, Body>> => ({
  ...(read(`${findFolder('binance-usdm-messages')}/python_adapter_futures.json`) as Record<string, Body>),
  ...(read(`${findFolder('binance-usdm-messages')}/rust_adapter_futures.json`) as Record<string, Body>),
})

export interface StaticCase {
  readonly method: string
  readonly httpResponse: unknown
  readonly expected: unknown
}

/** Returns recorded answers with the results that the library's own authors expect. */
export const staticCases = (): readonly StaticCase[] =>
  read(`${findFolder('ccxt-static-usdt-swap')}/cases.json`) as readonly StaticCase[]
