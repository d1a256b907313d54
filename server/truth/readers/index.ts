import type { Readers } from '../reader.ts'
import { accountReader, ordersReader, positionsReader } from './books.ts'
import { engineReader, exchangeReader, latchReader } from './engine.ts'
import {
  auditReader,
  clockReader,
  feedsReader,
  privateStreamReader,
  reconciliationReader,
  storeReader,
} from './health.ts'

/** How every input is come by. */
export const READERS: Readers = {
  account: accountReader,
  audit: auditReader,
  clock: clockReader,
  engine: engineReader,
  exchange: exchangeReader,
  feeds: feedsReader,
  latch: latchReader,
  orders: ordersReader,
  positions: positionsReader,
  privateStream: privateStreamReader,
  reconciliation: reconciliationReader,
  store: storeReader,
}
