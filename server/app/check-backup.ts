import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { openAuditLog } from '../adapters/store/audit/audit-log.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import { openIdentityStore } from '../adapters/store/sqlite/identity/identity-store.ts'
import { engineStorePath, openEngineStore } from '../adapters/store/sqlite/store.ts'
import { readingDatabase, StoreError } from '../adapters/store/sqlite/store-error.ts'
import type { BackupCheck } from '../cli/backup-parts.ts'
import { StoreFailure } from '../core/errors.ts'
import type { Clock } from '../engine/model/ports.ts'
import { applyFact, createLedger } from '../engine/state/ledger.ts'
import { verifyManifest } from './backup-manifest.ts'

/**
 * Verifies a copy of a data directory as it would be read at startup: the complete audit log, every database undamaged
 * and up to date with the log, the ledger folded from its journal, and at least one user. A copy with a manifest must
 * match it. The copy is not changed.
 */
export const checkBackup = async (directory: string, clock: Clock): Promise<BackupCheck> => {
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-backup-'))
  try {
    cpSync(directory, scratch, { recursive: true, filter: isPlain })
    const checked = await check(scratch, clock)
    const findings = checked.findings.map((finding) => finding.replaceAll(scratch, directory))
    return { ...checked, findings: [...(await verifyManifest(directory)), ...findings] }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Sockets cannot be copied, and links would point outside the copy. */
const isPlain = (path: string): boolean => {
  const stat = lstatSync(path)
  return stat.isFile() || stat.isDirectory()
}

const check = async (directory: string, clock: Clock): Promise<BackupCheck> => {
  const files = auditFiles(join(directory, 'audit'))
  const { at, size, findings } = await files.verify(undefined)
  const checkpoint = await files.newestCheckpoint()
  const identity = checkIdentity(join(directory, 'identity.sqlite'))
  const ledgers = readdirSync(directory)
    .filter((name) => existsSync(engineStorePath(join(directory, name))))
    .map((name) => checkLedger(join(directory, name), name))
  const stores = [identity, ...ledgers].flatMap(({ commits }) => commits ?? [])
  const behind = findings.length === 0 ? await findBehind(directory, stores, clock) : []
  const problems = [identity, ...ledgers].flatMap(({ problem }) => problem ?? [])
  const none = ledgers.length === 0 ? ['No folder of the copy contains an engine.sqlite.'] : []
  return {
    newestAtMs: at === null ? null : Date.parse(at),
    entries: size,
    commits: stores.reduce((sum, { count }) => sum + count, 0),
    ledgers: ledgers.length,
    checkpoint: checkpoint ?? null,
    findings: [...findings.map(({ code, detail }) => `audit: ${code}: ${detail}`), ...problems, ...none, ...behind],
  }
}

interface StoreCount extends Pick<StoreCommits, 'name' | 'path' | 'sealed'> {
  readonly count: number
}

interface Checked {
  readonly commits?: StoreCount
  readonly problem?: string
}

const checkIdentity = (path: string): Checked => {
  if (!existsSync(path)) return { problem: 'identity.sqlite is missing.' }
  return attempt(() => {
    const store = openIdentityStore(path)
    try {
      const users = readingDatabase(path, () => store.users())
      const commits = readCount(store.commits)
      return users.length > 0 ? { commits } : { commits, problem: 'identity.sqlite has no users.' }
    } finally {
      store.close()
    }
  })
}

const checkLedger = (directory: string, name: string): Checked =>
  attempt(() => {
    const store = openEngineStore(directory)
    try {
      const damage = store.damage()
      if (damage !== null) return { problem: `${name}/engine.sqlite is damaged: ${damage}` }
      const ledger = createLedger()
      readingDatabase(engineStorePath(directory), () => {
        for (const fact of store.journal.read()) applyFact(ledger, fact)
      })
      return { commits: readCount(store.commits) }
    } finally {
      store.close()
    }
  })

const readCount = ({ name, path, sealed, count }: StoreCommits): StoreCount => ({ name, path, sealed, count: count() })

/** Returns a sentence for each store that lacks commits recorded in the audit log or in its seal. */
const findBehind = async (
  directory: string,
  stores: readonly StoreCount[],
  clock: Clock,
): Promise<readonly string[]> => {
  const audit = openAuditLog({ directory: join(directory, 'audit'), clock })
  try {
    const findings: string[] = []
    for (const { name, path, sealed, count } of stores) {
      const { newest } = await audit.commitsBeyond({ name, count })
      const known = Math.max(sealed, newest)
      if (known > count) findings.push(`${path} is behind the audit log: it has ${count} of ${known} commits.`)
    }
    return findings
  } finally {
    audit.close()
  }
}

const attempt = (work: () => Checked): Checked => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError || error instanceof StoreFailure) return { problem: error.message }
    throw error
  }
}
