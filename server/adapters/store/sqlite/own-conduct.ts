import type { DatabaseSync } from 'node:sqlite'
import { FAST_CANCEL_MS } from '../../../domain/microstructure/own-conduct.ts'
import type { TradingStore } from '../../../views/ports.ts'

/**
 * Creates the query that counts our own orders, cancels, fills, self-trades and refused self-crosses in a period, for
 * the detection of market manipulation.
 */
export const ownConduct = (database: DatabaseSync): TradingStore['countConduct'] => {
  const orders = database.prepare(ORDERS)
  const fills = database.prepare(`SELECT COUNT(*) AS found FROM (${FILLS})`)
  const selfTrades = database.prepare(SELF_TRADES)
  const selfCrosses = database.prepare(SELF_CROSSES)
  return ({ fromMs, toMs }) => {
    const range = { fromMs, toMs }
    const sent = orders.get(range)
    const filled = Number(fills.get(range)?.found)
    return {
      orders: Number(sent?.orders),
      cancels: Number(sent?.cancels),
      fills: filled,
      restingOrders: Number(sent?.resting),
      fastCancels: Number(sent?.fast),
      selfCrossRefusals: Number(selfCrosses.get(range)?.found),
      selfTrades: filled === 0 ? 0 : Number(selfTrades.get(range)?.found),
      complete: Number(sent?.orders) < SCANNED_MAX && filled < SCANNED_MAX,
    }
  }
}

/** Maximum number of orders read from a period, newest first. */
const SCANNED_MAX = 2_000

const SENT = `SELECT created_ms, status, body FROM orders
  WHERE created_ms >= :fromMs AND created_ms < :toMs AND origin <> 'EXTERNAL' AND status <> 'DENIED'
  ORDER BY created_ms DESC LIMIT ${SCANNED_MAX}`

const ORDERS = `
  SELECT COUNT(*) AS orders, COALESCE(SUM(cancelled), 0) AS cancels, COALESCE(SUM(resting), 0) AS resting,
    COALESCE(SUM(resting AND cancelled AND ended_ms - created_ms < ${FAST_CANCEL_MS}), 0) AS fast
  FROM (SELECT created_ms, status = 'CANCELED' AS cancelled, json_extract(body, '$.updatedAtMs') AS ended_ms,
      json_extract(body, '$.terms.type') = 'LIMIT'
        AND json_extract(body, '$.terms.timeInForce') IN ('GTC', 'POST_ONLY') AS resting
    FROM (${SENT}))`

const FILLS = `SELECT entry_id, at_ms, symbol, order_id, body FROM account_entries
  WHERE at_ms >= :fromMs AND at_ms < :toMs AND kind = 'fill' ORDER BY at_ms DESC LIMIT ${SCANNED_MAX}`

/**
 * Same quantity bought and sold by two of our orders at one price and instant, one of them resting in the order book.
 */
const SELF_TRADES = `
  SELECT COUNT(*) AS found FROM (${FILLS}) AS maker
  JOIN account_entries AS taker ON taker.symbol = maker.symbol AND taker.at_ms = maker.at_ms AND taker.kind = 'fill'
  WHERE maker.order_id <> taker.order_id
    AND json_extract(maker.body, '$.fill.liquidity') = 'MAKER' AND json_extract(taker.body, '$.fill.liquidity') = 'TAKER'
    AND json_extract(maker.body, '$.fill.side') <> json_extract(taker.body, '$.fill.side')
    AND json_extract(maker.body, '$.fill.price') = json_extract(taker.body, '$.fill.price')
    AND json_extract(maker.body, '$.fill.quantity') = json_extract(taker.body, '$.fill.quantity')`

/**
 * Query for self-crossing orders: those of autotrading are stored by their refusing gates, others with the gates in
 * their text.
 */
const SELF_CROSSES = `
  SELECT (SELECT COUNT(*) FROM entry_refusals
      WHERE gate_id = 'G26' AND refused_ms >= :fromMs AND refused_ms < :toMs)
    + (SELECT COUNT(*) FROM (SELECT body FROM orders
        WHERE created_ms >= :fromMs AND created_ms < :toMs AND status = 'DENIED' LIMIT ${SCANNED_MAX})
      WHERE json_extract(body, '$.statusReason') LIKE '%G26 %') AS found`
