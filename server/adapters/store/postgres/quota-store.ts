import { StoreFailure } from '../../../core/errors.ts'
import type { CountTurn, QuotaCount, QuotaStore, QuotaTurn, QuotaWindow } from '../../../scaled/ports.ts'
import type { PostgresConnection } from './connection.ts'

/** Opens the request quotas in PostgreSQL, counted across all gateways. */
export const openQuotaStore = (connection: PostgresConnection): QuotaStore => {
  let turnCount = 0

  /** Executes the turns of all windows that no other gateway changes meanwhile, and returns their counts. */
  const tryTurns = async (turns: readonly QuotaTurn[], countTurn: CountTurn): Promise<Map<string, QuotaCount>> => {
    const rows = await connection.query<WindowRow>({
      name: 'read-quotas',
      text: READ,
      values: [turns.map(({ key }) => key)],
    })
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const changes = turns.map((turn) => {
      const row = byKey.get(turn.key)
      if (!row) throw new StoreFailure(`PostgreSQL returned no window of ${turn.key}.`)
      const window: QuotaWindow | null = row.body === null ? null : JSON.parse(row.body)
      return { turn, version: row.version, ...countTurn(window, turn, row.now_ms) }
    })
    const stored = await connection.query<Pick<WindowRow, 'key'>>({
      name: 'write-quotas',
      text: WRITE,
      values: [
        changes.map(({ turn }) => turn.key),
        changes.map(({ version }) => version),
        changes.map(({ window }) => JSON.stringify(window)),
        changes.map(({ endsAtMs }) => endsAtMs),
      ],
    })
    const keys = new Set(stored.map(({ key }) => key))
    return new Map(changes.flatMap(({ turn: { key }, count }) => (keys.has(key) ? [[key, count]] : [])))
  }

  return {
    async count(turns, countTurn) {
      if (++turnCount % PURGE_EVERY === 0) await connection.query({ text: PURGE })
      const counts = new Map<string, QuotaCount>()
      for (let attempt = 0; counts.size < turns.length; attempt++) {
        if (attempt === ATTEMPTS_MAX) throw new StoreFailure('Other gateways kept changing the quotas.')
        const open = turns.filter(({ key }) => !counts.has(key))
        for (const [key, count] of await tryTurns(open, countTurn)) counts.set(key, count)
      }
      return turns.flatMap(({ key }) => counts.get(key) ?? [])
    },
  }
}

/** A window and the time of the store; version and body are null when it does not exist yet. */
interface WindowRow {
  readonly key: string
  readonly version: string | null
  readonly body: string | null
  readonly now_ms: number
}

/** Far more attempts than gateways that count the same caller at the same time. */
const ATTEMPTS_MAX = 100

const READ = `
  SELECT key, version, body, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms
  FROM unnest($1::text[]) AS due (key) LEFT JOIN quota_windows USING (key)`

/**
 * Replaces the windows that still have the version that was read. Rows are locked in the order of their keys, so that two
 * gateways never wait for each other.
 */
const WRITE = `
  INSERT INTO quota_windows AS quota (key, version, body, ends_at_ms)
  SELECT key, gen_random_uuid(), body, ends_at_ms
  FROM unnest($1::text[], $2::uuid[], $3::text[], $4::float8[]) AS due (key, read_version, body, ends_at_ms)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET (version, body, ends_at_ms) = (excluded.version, excluded.body, excluded.ends_at_ms)
    WHERE quota.version = ($2::uuid[])[array_position($1::text[], quota.key)]
  RETURNING key`

/** Statement that deletes expired windows. */
const PURGE = `DELETE FROM quota_windows WHERE ends_at_ms < extract(epoch FROM clock_timestamp()) * 1000`
const PURGE_EVERY = 1_000
