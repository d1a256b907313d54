/** The exchanges that can be traded at, by the names of their adapters. */
export const EXCHANGE_IDS = ['binanceusdm', 'bybit', 'okx', 'bitget'] as const

export type ExchangeId = (typeof EXCHANGE_IDS)[number]
