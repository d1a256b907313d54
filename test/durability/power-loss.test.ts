import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSecret } from '../../server/adapters/keys/exchange-keys.ts'
import { openKeyring } from '../../server/adapters/keys/keyring.ts'
import { openAuditLog } from '../../server/adapters/store/audit/audit-log.ts'
import { entries } from '../../server/adapters/store/audit/audit-samples.ts'
import { verifyAudit } from '../../server/adapters/store/audit/verify.ts'
import { openHostFile } from '../../server/adapters/store/host-file.ts'
import { openStopFile } from '../../server/adapters/store/stop-file.ts'
import type { StopOrder } from '../../server/engine/model/events.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { type PowerLoss, watchPower } from '../support/power-loss.ts'
import { aTempDirectory } from '../support/temp-directory.ts'

const clock = (): number => NOON_MS

/** Directory that survives power losses, and a second one to inspect the state they leave. */
const aDisk = () => {
  const base = aTempDirectory()
  const root = join(base, 'data')
  mkdirSync(root)
  let power: PowerLoss | undefined
  let copies = 0
  onTestFinished(() => power?.restore())
  return {
    root,
    watch: (afterChange?: () => void): PowerLoss => {
      power = watchPower(root, afterChange)
      return power
    },
    aCopy: (): string => join(base, `copy-${++copies}`),
  }
}

const STOP: StopOrder = {
  stopId: 'stp_01KE3Y9R9B0000000000000000',
  code: 'EMERGENCY_STOP',
  reason: 'the feed looks wrong',
  flatten: 'NONE',
  by: { type: 'HOST', sub: null, sid: null, ip: null },
  auditId: 'aud_01KE3Y9R9B0000000000000000',
  atMs: NOON_MS,
}

describe.skipIf(process.platform !== 'linux')('acknowledged data survives a power loss:', () => {
  it('an audit log with its key, head and checkpoints, from the first entry on', async () => {
    const { root, watch, aCopy } = aDisk()
    const power = watch()
    const log = openAuditLog({ directory: join(root, 'audit'), clock })
    for (const entry of entries(3)) {
      expect(log.append([entry])).toBe('RECORDED')
      expect(power.unsynced()).toEqual([])
    }
    log.close()
    expect(power.unsynced()).toEqual([])
    const copy = aCopy()
    power.leave(copy)
    power.restore()
    expect(await verifyAudit(join(copy, 'audit'))).toMatchObject({ ok: true, size: 3, checkpoints: { lastSize: 3 } })
  })

  it('every acknowledged entry of an audit log, at whichever step the power fails', async () => {
    const { root, watch, aCopy } = aDisk()
    const left: { readonly copy: string; readonly acknowledged: number }[] = []
    let acknowledged = 0
    const power: PowerLoss = watch(() => {
      const copy = aCopy()
      left.push({ copy, acknowledged })
      power?.leave(copy)
    })
    const log = openAuditLog({ directory: join(root, 'audit'), clock })
    for (const batch of [entries(1), entries(2, 2), entries(1, 4)]) {
      log.append(batch)
      acknowledged += batch.length
    }
    log.close()
    power.restore()
    expect(left.length).toBeGreaterThan(30)
    for (const { copy, acknowledged: least } of left) {
      const again = openAuditLog({ directory: join(copy, 'audit'), clock })
      const { size, broken } = again.state()
      expect(broken).toBeNull()
      expect(size).toBeGreaterThanOrEqual(least)
      again.append(entries(1, 9))
      again.close()
      expect((await verifyAudit(join(copy, 'audit'))).findings).toEqual([])
    }
  })

  it('entries spooled beside a log that cannot be written', () => {
    const { root, watch, aCopy } = aDisk()
    const directory = join(root, 'audit')
    const log = openAuditLog({ directory, clock })
    log.append(entries(1))
    rmSync(join(directory, 'log.jsonl'))
    mkdirSync(join(directory, 'log.jsonl'))
    const power = watch()
    expect(log.append(entries(2, 2))).toBe('SPOOLED')
    expect(log.append(entries(1, 4))).toBe('SPOOLED')
    expect(power.unsynced()).toEqual([])
    const copy = aCopy()
    power.leave(copy)
    power.restore()
    rmSync(join(copy, 'audit', 'log.jsonl'), { recursive: true })
    expect(openAuditLog({ directory: join(copy, 'audit'), clock }).state().size).toBe(4)
  })

  it('the stop file, and its removal', async () => {
    const { root, watch, aCopy } = aDisk()
    const path = join(root, 'EMERGENCY_STOP')
    const file = openStopFile(path)
    let halfWritten = 0
    const power = watch(() => {
      if (existsSync(path) && file.read() === null) halfWritten++
    })
    expect([file.write(STOP), await file.sync()]).toEqual([true, true])
    expect([power.unsynced(), halfWritten]).toEqual([[], 0])
    const stopped = aCopy()
    power.leave(stopped)
    expect(openStopFile(join(stopped, 'EMERGENCY_STOP')).read()).toEqual(STOP)
    file.remove()
    const cleared = aCopy()
    power.leave(cleared)
    expect(readdirSync(cleared)).toEqual([])
  })

  it('the live grant of the host', () => {
    const { root, watch, aCopy } = aDisk()
    const parts = { absent: null, parse: (json: unknown) => json }
    const power = watch()
    const file = openHostFile({ path: join(root, 'live-grant.json'), ...parts })
    for (const value of [{ until: 1 }, { until: 2 }]) {
      file.set(value)
      expect(power.unsynced()).toEqual([])
      const copy = aCopy()
      power.leave(copy)
      expect(openHostFile({ path: join(copy, 'live-grant.json'), ...parts }).get()).toEqual(value)
    }
  })

  it('sealed keys', async () => {
    const { root, watch, aCopy } = aDisk()
    const keyring = openKeyring(root, { N: 16, r: 1, p: 1 })
    const keys = { apiKey: 'an-api-key-of-some-length', secret: 'hidden', password: null }
    const order = { exchange: 'bybit', label: 'main', keys, atMs: NOON_MS, entropy: randomBytes }
    const entry = await keyring.seal(order, createSecret('a long passphrase'))
    const power = watch()
    expect(keyring.put(entry, false)).toMatchObject({ ok: true })
    expect(power.unsynced()).toEqual([])
    const copy = aCopy()
    power.leave(copy)
    expect(openKeyring(copy).list()).toMatchObject({ value: [{ exchange: 'bybit' }] })
  })
})
