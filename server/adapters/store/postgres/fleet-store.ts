import { readExact } from '../../../core/exact-json.ts'
import type { StopOrder } from '../../../engine/model/events.ts'
import type { AccountSummary, BusStanding, FleetEntry, StandbyReport } from '../../../engine/model/fleet.ts'
import type { FleetStore } from '../../../scaled/ports.ts'
import type { PostgresConnection } from './connection.ts'

/**
 * Opens the overview of all accounts in PostgreSQL: engines report a summary and standbys their position, and the fleet
 * view reads both with leases and open stops.
 */
export const openFleetStore = (connection: Pick<PostgresConnection, 'query'>): FleetStore => ({
  async report(account, epoch, summary) {
    await connection.query({
      name: 'report-summary',
      text: `INSERT INTO summaries (account, epoch, body)
        SELECT $1::text, $2::bigint, $3::text FROM leases WHERE account = $1 AND epoch = $2
        ON CONFLICT (account) DO UPDATE SET epoch = $2, body = $3, reported_at = clock_timestamp()`,
      values: [account, epoch, JSON.stringify(summary)],
    })
  },
  async noteStandby(account, host, batch) {
    await connection.query({
      name: 'note-standby',
      text: `INSERT INTO standbys (account, host, batch) VALUES ($1, $2, $3)
        ON CONFLICT (account, host) DO UPDATE SET batch = $3, followed_at = clock_timestamp()`,
      values: [account, host, batch],
    })
  },
  async read() {
    const rows = await connection.query<FleetRow>({
      name: 'read-fleet',
      text: `${READ} WHERE moved_at IS NULL ORDER BY accounts.account`,
    })
    return rows.map(toEntry)
  },
  async find(account) {
    const [row] = await connection.query<FleetRow>({
      name: 'find-account',
      text: `${READ} WHERE moved_at IS NULL AND accounts.account = $1`,
      values: [account],
    })
    return row && toEntry(row)
  },
})

const toEntry = ({ epoch, summary, age, stop, standbys, gateways, ...row }: FleetRow): FleetEntry => ({
  ...row,
  epoch: Number(epoch),
  report: summary === null ? null : { summary: JSON.parse(summary) as AccountSummary, ageMs: toAgeMs(age) },
  stop: stop === null ? null : (readExact(stop) as StopOrder),
  standbys: (standbys ?? []).map((standby) => ({ ...standby, ageMs: toAgeMs(standby.ageMs) })),
  gateways: (gateways ?? []).map(({ host, bus }) => ({
    host,
    bus: bus === null ? null : (JSON.parse(bus) as BusStanding),
  })),
})

/** Standbys and gateways report every second; without a report for this long, they are no longer listed. */
const LISTED_FOR = "interval '10 s'"

const READ = `
  SELECT accounts.account, market, coalesce(leases.epoch, 0) AS epoch,
    CASE WHEN holder IS NOT NULL THEN leases.host END AS host, summaries.body AS summary,
    extract(epoch FROM clock_timestamp() - reported_at) * 1000 AS age,
    (
      SELECT body FROM stops WHERE stops.account = accounts.account AND released_at IS NULL
      ORDER BY requested_at LIMIT 1
    ) AS stop,
    (
      SELECT json_agg(json_build_object(
        'host', standbys.host,
        'batchesBehind', greatest(0, coalesce((
          SELECT max(number) FROM batches WHERE batches.account = accounts.account AND stream = 'engine'
        ), 0) - batch),
        'ageMs', extract(epoch FROM clock_timestamp() - followed_at) * 1000
      ) ORDER BY standbys.host)
      FROM standbys
      WHERE standbys.account = accounts.account AND followed_at > clock_timestamp() - ${LISTED_FOR}
        AND (holder IS NULL OR standbys.host <> leases.host)
    ) AS standbys,
    (
      SELECT json_agg(json_build_object('host', gateway, 'bus', bus) ORDER BY gateway)
      FROM gateways
      WHERE gateways.account = accounts.account AND alive_at > clock_timestamp() - ${LISTED_FOR}
    ) AS gateways
  FROM accounts LEFT JOIN leases USING (account)
    LEFT JOIN summaries ON summaries.account = accounts.account AND summaries.epoch = leases.epoch`

interface FleetRow {
  readonly account: string
  readonly market: string
  readonly epoch: string
  readonly host: string | null
  readonly summary: string | null
  readonly age: string | null
  readonly stop: string | null
  readonly standbys: readonly StandbyReport[] | null
  readonly gateways: readonly { readonly host: string; readonly bus: string | null }[] | null
}

const toAgeMs = (age: string | number | null): number => Math.max(0, Math.round(Number(age)))
