/** External exchanges that Plimsoll supports, by ID, with their display names and key format. */

/** The exchanges by their ID in the settings and in ccxt. */
export const EXCHANGES = {
  binanceusdm: { name: 'Binance', keysHavePassword: false },
  bybit: { name: 'Bybit', keysHavePassword: false },
  okx: { name: 'OKX', keysHavePassword: true },
  bitget: { name: 'Bitget', keysHavePassword: true },
} as const satisfies Readonly<Record<string, ExternalExchange>>

interface ExternalExchange {
  /** Display name. */
  readonly name: string
  /** True when API keys have a third part, a passphrase chosen by their creator. */
  readonly keysHavePassword: boolean
}

export type ExchangeId = keyof typeof EXCHANGES

export const EXCHANGE_IDS = Object.keys(EXCHANGES) as readonly ExchangeId[]

/** Exchanges whose history can be stored. */
export const HISTORY_EXCHANGES: readonly HistoryExchange[] = [...EXCHANGE_IDS, 'simulated']

export type HistoryExchange = ExchangeId | 'simulated'
