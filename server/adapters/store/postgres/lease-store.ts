/**
 * PostgreSQL tables that decide which engine may trade an account: the lease, the registered account, and its emergency
 * stops.
 */

import { BeyondReach, StoreFailure } from '../../../core/errors.ts'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { StopOrder } from '../../../engine/model/events.ts'
import { Fenced, type LeaseStore, type StopStore } from '../../../scaled/ports.ts'
import { StoreError } from '../sqlite/store-error.ts'
import type { PostgresConnection } from './connection.ts'

/** Opens the lease of one account in PostgreSQL. Heartbeats have a separate row, so that none waits for an append. */
export const openLeaseStore = (connection: PostgresConnection, account: string): LeaseStore => ({
  async read() {
    const [row] = await connection.query<LeaseRow>({
      name: 'read-lease',
      text: `SELECT leases.epoch, holder, host, beat FROM leases LEFT JOIN beats USING (account, epoch)
        WHERE leases.account = $1`,
      values: [account],
    })
    if (!row) return { epoch: 0, holder: null, host: null, heartbeat: 0 }
    return { epoch: Number(row.epoch), holder: row.holder, host: row.host, heartbeat: Number(row.beat ?? 0) }
  },
  async take({ last, epoch, holder, host }) {
    const take = {
      text: `INSERT INTO leases (account, epoch, holder, host) VALUES ($1, $2, $3, $4)
        ON CONFLICT (account) DO UPDATE SET epoch = $2, holder = $3, host = $4, taken_at = now()
        WHERE leases.epoch = $5 AND leases.epoch < $2 AND leases.holder IS NOT DISTINCT FROM $6
        RETURNING epoch`,
      values: [account, epoch, holder, host, last.epoch, last.holder],
    }
    const firstHeartbeat = {
      text: `INSERT INTO beats (account, epoch, beat) VALUES ($1, $2, 0)
        ON CONFLICT (account) DO UPDATE SET epoch = $2, beat = 0`,
      values: [account, epoch],
    }
    try {
      return await connection.transact(async (query) => {
        const isTaken = (await query(take)).length === 1
        if (isTaken) await query(firstHeartbeat)
        return isTaken
      })
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      const { epoch: current, holder: holds } = await this.read()
      return current === epoch && holds === holder
    }
  },
  async heartbeat(epoch, heartbeat) {
    const rows = await connection.query({
      name: 'beat',
      text: `UPDATE beats SET beat = $3 FROM leases
        WHERE beats.account = $1 AND leases.account = $1 AND beats.epoch = $2 AND leases.epoch = $2
          AND leases.holder IS NOT NULL
        RETURNING beat`,
      values: [account, epoch, heartbeat],
    })
    if (rows.length === 0)
      throw new Fenced(`The lease of the account ${account} has been taken over. This engine stops.`)
  },
  async raise(epoch) {
    await connection.query({
      text: `INSERT INTO leases (account, epoch, holder, host) VALUES ($1, $2, NULL, '')
        ON CONFLICT (account) DO UPDATE SET epoch = greatest(leases.epoch, $2)`,
      values: [account, epoch],
    })
  },
  async release(epoch) {
    await connection.query({
      text: 'UPDATE leases SET holder = NULL WHERE account = $1 AND epoch = $2',
      values: [account, epoch],
    })
  },
})

interface LeaseRow {
  readonly epoch: string
  readonly holder: string | null
  readonly host: string
  readonly beat: string | null
}

/** A registered account of the shared store. */
export interface StoredAccount {
  /** Returns whether the account was moved to its own data directory; no engine may then open it. */
  isMovedOut(): Promise<boolean>
  moveOut(): Promise<void>
}

/** Registers an account with its market, or rejects with a `StoreError` when it trades a different one. */
export const openAccount = async (
  connection: PostgresConnection,
  account: string,
  market: string,
): Promise<StoredAccount> => {
  const [row] = await connection.query<{ market: string }>({
    text: `INSERT INTO accounts (account, market) VALUES ($1, $2)
      ON CONFLICT (account) DO UPDATE SET market = accounts.market RETURNING market`,
    values: [account, market],
  })
  if (row && row.market !== market) {
    throw new StoreError(
      `The account ${account} trades ${row.market}, but this engine is configured to trade ${market}. Choose another --account.`,
    )
  }
  return {
    async isMovedOut() {
      const rows = await connection.query({
        text: 'SELECT FROM accounts WHERE account = $1 AND moved_at IS NOT NULL',
        values: [account],
      })
      return rows.length > 0
    },
    async moveOut() {
      await connection.query({ text: 'UPDATE accounts SET moved_at = now() WHERE account = $1', values: [account] })
    },
  }
}

/** Opens the emergency stops of one account in PostgreSQL. */
export const openStopStore = (connection: PostgresConnection, account: string): StopStore => ({
  async engage(stop) {
    await connection.query({
      text: 'INSERT INTO stops (account, stop_id, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: [account, stop.stopId, writeExact(stop)],
    })
  },
  engageEverywhere: (stop, reach) =>
    connection.transact(async (query) => {
      if (reach) {
        const beyond = await query({
          text: 'SELECT FROM accounts WHERE moved_at IS NULL AND account <> ALL ($1::text[]) LIMIT 1',
          values: [reach],
        })
        if (beyond.length > 0) throw new BeyondReach('The caller may not stop every account of the store.')
      }
      await query({
        text: `INSERT INTO stops (account, stop_id, body)
          SELECT account, $1, $2 FROM accounts WHERE moved_at IS NULL ON CONFLICT DO NOTHING`,
        values: [stop.stopId, writeExact(stop)],
      })
      const rows = await query<{ account: string }>({
        text: 'SELECT account FROM stops WHERE stop_id = $1 ORDER BY account',
        values: [stop.stopId],
      })
      return rows.map(({ account: stopped }) => stopped)
    }),
  async listOpen() {
    const rows = await connection.query<{ body: string }>({
      name: 'open-stops',
      text: 'SELECT body FROM stops WHERE account = $1 AND released_at IS NULL ORDER BY requested_at LIMIT 100',
      values: [account],
    })
    return rows.map(({ body }) => readExact(body) as StopOrder)
  },
  async release(stopId, epoch) {
    await connection.query({
      text: `UPDATE stops SET released_at = clock_timestamp(), released_epoch = $3
        WHERE account = $1 AND stop_id = $2 AND released_at IS NULL`,
      values: [account, stopId, epoch],
    })
  },
  async isReleased(stopId) {
    const rows = await connection.query({
      text: 'SELECT FROM stops WHERE account = $1 AND stop_id = $2 AND released_at IS NOT NULL',
      values: [account, stopId],
    })
    return rows.length > 0
  },
})
