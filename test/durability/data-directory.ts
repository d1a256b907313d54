import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { openAuditLog } from '../../server/adapters/store/audit/audit-log.ts'
import { openIdentityStore } from '../../server/adapters/store/sqlite/identity/identity-store.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { readingDatabase } from '../../server/adapters/store/sqlite/store-error.ts'
import { openOutboxDrain } from '../../server/adapters/store/writer/audit-outbox.ts'
import { compareStores, identityCommit, identityTrail } from '../../server/app/compare-stores.ts'
import { createIds } from '../../server/core/id.ts'
import type { Batch } from '../../server/engine/model/ports.ts'
import { createMemory, keep } from '../../server/engine/state/memory.ts'
import { auditedVerbs } from '../../server/host/audited-verbs.ts'
import { userVerbs } from '../../server/host/user-verbs.ts'
import { createAccessRecord } from '../../server/http/security/access-record.ts'
import { createIdentity } from '../../server/identity/identity.ts'
import { CHEAP } from '../../server/identity/identity-fixture.ts'
import { batchAt } from '../support/journal-batch.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { anAuditEntry } from '../support/trading-facts.ts'

const clock = (): number => NOON_MS
const ids = createIds({ now: clock, random: Math.random })

/** Opens the stores that a running server writes in a data directory, without the server. */
export const openDataDirectory = (dataDir: string) => {
  const store = openEngineStore(join(dataDir, 'simulated-paper'))
  const audit = openAuditLog({ directory: join(dataDir, 'audit'), clock })
  const identities = openIdentityStore(join(dataDir, 'identity.sqlite'))
  const path = join(dataDir, 'identity.sqlite')
  const identity = readingDatabase(path, () => createIdentity({ store: identities, clock, ids, hashCost: CHEAP }))
  const append = (batch: Batch) => store.journal.append(batch, audit.position())
  const memory = createMemory({ ...store.journal, append }, audit)
  const outbox = openOutboxDrain({ name: store.commits.name, outbox: store.outbox, audit })
  const { commits } = identities
  const verbs = auditedVerbs(userVerbs(identity), {
    audit,
    auditId: () => ids('aud'),
    now: clock,
    epoch: () => 1,
    describeRights: () => null,
    identityCommit: () => identityCommit(commits),
  })
  let batches = [...store.journal.read()].length
  return {
    store,
    audit,
    identity,
    identities,
    access: createAccessRecord({
      audit: identityTrail(audit, commits),
      logger: pino({ enabled: false }),
      makeId: () => ids('aud'),
      now: clock,
    }),
    user: (verb: string, args: object) => verbs[`user.${verb}`]?.(args),
    /** Records a batch of one numbered fact with its order, its candle and its requester. */
    async trade(isAudited = true): Promise<void> {
      const batch = batchAt(++batches, 1)
      const entry = anAuditEntry({ action: 'ORDER_PLACE', target: `order ${batches}` })
      void keep(memory, isAudited ? { ...batch, facts: [...batch.facts, { kind: 'audited', entry }] } : batch, clock())
      await outbox.drain()
    },
    /** Copies the directory in the state a kill would leave at this moment. */
    killed(copy: string): string {
      cpSync(dataDir, copy, { recursive: true })
      return copy
    },
    close(): void {
      identities.close()
      audit.close()
      store.close()
    },
  }
}

const EVERY_ORDER = { before: null, fromMs: null, toMs: null, symbol: null, statuses: null, open: null }

/** Returns what a start finds and recovers. */
export const startOn = async (dataDir: string) => {
  const opened = openDataDirectory(dataDir)
  const { store, audit, identity, identities } = opened
  try {
    const facts = [...store.journal.read()]
    const { commits } = store
    const ledger = { commits, epoch: facts.length > 0 ? 1 : null, lastAtMs: facts.at(-1)?.atMs ?? null }
    const parts = { audit, commits: identities.commits, identity, auditId: () => ids('aud'), now: clock }
    const { findings } = await compareStores(parts, ledger, audit.state().size > 0)
    const { broken } = audit.state()
    const query = { ...EVERY_ORDER, clientOrderId: null, origin: null, limit: 1_000 }
    return {
      findings: [...findings, ...(broken === null ? [] : [broken])],
      orders: store.trading.findOrders(query).map(({ orderId }) => orderId),
      facts: facts.length,
      users: identity
        .listUsers()
        .map(({ username, disabledAt }) => `${username} ${disabledAt === null ? 'active' : 'disabled'}`),
    }
  } finally {
    opened.close()
  }
}

export type Started = Awaited<ReturnType<typeof startOn>>

/**
 * Returns two killed directories: an older one, and one with commits in the write-ahead log and a user disabled since.
 */
export const killedDirectory = async (base: string) => {
  const live = openDataDirectory(join(base, 'live'))
  await live.user('add', { username: 'admin', roles: ['ADMIN'], password: 'vultures-harbour-93-ostrich' })
  await live.user('add', { username: 'leaver', roles: ['TRADER'], password: 'vultures-harbour-93-ostrich' })
  for (let order = 1; order <= 6; order++) await live.trade()
  live.store.checkpoint()
  const older = live.killed(join(base, 'older'))
  for (let order = 7; order <= 12; order++) await live.trade(order % 3 !== 0)
  await live.user('disable', { username: 'leaver' })
  await live.trade()
  await live.trade(false)
  const seed = live.killed(join(base, 'seed'))
  live.close()
  return { older, seed }
}

export const copyDirectory = (from: string, to: string): string => {
  cpSync(from, to, { recursive: true })
  return to
}

export const flipBit = (path: string, bit: number): void => {
  const bytes = readFileSync(path)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  writeFileSync(path, bytes)
}
