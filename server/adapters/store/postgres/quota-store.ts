import type { QuotaCount, QuotaStore } from '../../../scaled/ports.ts'
import type { PostgresConnection } from './connection.ts'

/** Opens the request quotas in PostgreSQL, counted across all gateways. */
export const openQuotaStore = (connection: PostgresConnection): QuotaStore => {
  let counted = 0
  return {
    async count(requests) {
      const rows = await connection.query<CountRow>({
        name: 'count-quotas',
        text: COUNT,
        values: [
          requests.map(({ key }) => key),
          requests.map((request) => request.requests),
          requests.map(({ windowMs }) => windowMs),
          requests.map(({ count }) => count),
        ],
      })
      if (++counted % PURGE_EVERY === 0) await connection.query({ text: PURGE })
      const byKey = new Map(rows.map((row) => [row.key, row]))
      return requests.flatMap(({ key }): QuotaCount | QuotaCount[] => {
        const row = byKey.get(key)
        return row ? { granted: row.granted, used: row.used, resetMs: Math.max(0, Number(row.reset_ms)) } : []
      })
    },
  }
}

interface CountRow {
  readonly key: string
  readonly granted: number
  readonly used: number
  readonly reset_ms: string
}

/** Times of the earlier requests that are still in the window. */
const IN_WINDOW = 'ARRAY(SELECT at FROM unnest(quota.times) AS at WHERE at > excluded.times[1] - excluded.window_ms)'

/**
 * Exact sliding windows in one statement. Rows are locked in the order of their keys, so that two gateways never wait
 * for each other.
 */
const COUNT = `
  WITH due AS (
    SELECT key, requests, window_ms, least(count, requests) AS count, extract(epoch FROM clock_timestamp()) * 1000 AS now_ms
    FROM unnest($1::text[], $2::int[], $3::bigint[], $4::int[]) AS due (key, requests, window_ms, count)
  )
  INSERT INTO quota_windows AS quota (key, requests, window_ms, times, granted)
  SELECT key, requests, window_ms, array_fill(now_ms::float8, ARRAY[count]), count FROM due ORDER BY key
  ON CONFLICT (key) DO UPDATE SET (requests, window_ms, times, granted) = (
    SELECT excluded.requests, excluded.window_ms, past || excluded.times[1:granted], granted
    FROM (SELECT ${IN_WINDOW} AS past) AS window_before,
      LATERAL (SELECT least(cardinality(excluded.times), greatest(excluded.requests - cardinality(past), 0)) AS granted) AS grants
  )
  RETURNING key, granted, cardinality(times) AS used,
    (SELECT min(at) FROM unnest(times) AS at) + window_ms - extract(epoch FROM clock_timestamp()) * 1000 AS reset_ms`

/** Statement that deletes expired windows. */
const PURGE = `DELETE FROM quota_windows
  WHERE times[cardinality(times)] < extract(epoch FROM clock_timestamp()) * 1000 - window_ms`
const PURGE_EVERY = 1_000
