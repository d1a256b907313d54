/** Lost connections to the exchange, as the cause of outdated inputs of a surface. */

import type { Available, Cause } from './surface.ts'

/**
 * Returns a cause when the connection to the exchange or its market data is lost, which explains stale data. A
 * connection still being established is not lost.
 */
export const exchangeLost = ({ engine, privateStream }: Connection): Cause | null => {
  const isReported = (wanted: string): boolean => engine?.exchange.troubles.some(({ code }) => code === wanted) ?? false
  const isLost = privateStream?.state === 'lost' || (privateStream && engine?.exchange.connected === false)
  if (isLost || isReported('UNREACHABLE')) {
    const before = privateStream ? '; prices and account data are from before that' : ''
    return lostCause('EXCHANGE_UNREACHABLE', `The exchange cannot be reached${before}.`)
  }
  if (!isReported('MARKET_STREAM')) return null
  return lostCause('MARKET_STREAM', 'The market stream of the exchange is lost; prices are from before that.')
}

type Connection = Pick<Available<'privateStream'>, 'privateStream'> & {
  readonly engine?: Pick<NonNullable<Available<'engine'>['engine']>, 'exchange'>
}

/** Codes of these causes, the more general first. */
export const LOST_CODES: readonly string[] = ['EXCHANGE_UNREACHABLE', 'MARKET_STREAM']

const lostCause = (code: string, message: string): Cause => ({ code, message, of: ['engine', 'privateStream'] })
