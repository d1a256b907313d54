/** The external exchanges that can be traded at, by the name the settings and the library use. */
export const EXCHANGES = {
  binanceusdm: { name: 'Binance', keysHavePassword: false },
  bybit: { name: 'Bybit', keysHavePassword: false },
  okx: { name: 'OKX', keysHavePassword: true },
  bitget: { name: 'Bitget', keysHavePassword: true },
} as const satisfies Readonly<Record<string, ExternalExchange>>

interface ExternalExchange {
  /** Display name. */
  readonly name: string
  /** True where an API key has a third part, a password chosen by the person who created it. */
  readonly keysHavePassword: boolean
}

export type ExchangeId = keyof typeof EXCHANGES

export const EXCHANGE_IDS = Object.keys(EXCHANGES) as readonly ExchangeId[]

/** The exchanges whose history can be stored. */
export const HISTORY_EXCHANGES: readonly HistoryExchange[] = [...EXCHANGE_IDS, 'simulated']

export type HistoryExchange = ExchangeId | 'simulated'
