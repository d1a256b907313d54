import { Option } from 'commander'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'

/** One of the exchanges this version knows. */
export const exchangeOption = (description: string): Option =>
  new Option('--exchange <id>', `${description}: ${EXCHANGE_IDS.join(', ')}`).choices(EXCHANGE_IDS)
