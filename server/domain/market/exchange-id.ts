/** The exchanges of others that can be traded at. */
export const EXCHANGE_IDS = ['binanceusdm', 'bybit', 'okx', 'bitget'] as const

export type ExchangeId = (typeof EXCHANGE_IDS)[number]
