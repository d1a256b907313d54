export { EXCHANGE_IDS, type ExchangeId } from '../../../domain/market/exchange-id.ts'
