import type { Evidence } from '../evidence.ts'
import type { Life } from '../stage/keeper.ts'
import { increasing } from './quiet-after-stop.ts'
import type { Finding, SettledBooks } from './settled-books.ts'

/** I2: between a start and the reconciliation with the exchange, the engine has sent no increasing order. */
export const reconciledFirst = (
  { venue }: SettledBooks,
  lives: readonly Life[],
  { reconciledAtMs }: Pick<Evidence, 'reconciledAtMs'>,
): Finding[] =>
  lives.flatMap(({ number, spawnedAtMs, endedAtMs }) => {
    const toMs = reconciledAtMs.get(number) ?? endedAtMs ?? spawnedAtMs
    return increasing(venue.orders, spawnedAtMs, toMs).map((order) => ({
      promise: 'I2',
      words: `${order.clientId} was accepted ${toMs - order.atMs} ms before life ${number} had compared its books`,
      observed: order,
    }))
  })
