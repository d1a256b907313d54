import { describe, expect, it, onTestFinished } from 'vitest'
import { openAccountLog } from '../../../server/adapters/store/postgres/account-log.ts'
import { openPostgres } from '../../../server/adapters/store/postgres/connection.ts'
import { openRequestInbox } from '../../../server/adapters/store/postgres/gateway-tables.ts'
import { openAccount, openLeaseStore } from '../../../server/adapters/store/postgres/lease-store.ts'
import { setPostgres } from '../../../server/adapters/store/postgres/postgres-fixture.ts'
import { Fenced } from '../../../server/scaled/ports.ts'
import { postgresMissing } from '../../support/postgres.ts'
import { openUnfencedRelay } from './without-fence.ts'

describe.skipIf(postgresMissing)('an engine whose lease was taken over', () => {
  const postgres = setPostgres()
  const batch = { host: 'host', body: '[]' }

  /** Access of an engine with epoch 1 through a URL, after another engine has taken epoch 2 and appended a batch. */
  const takeOver = async (account: string, url: string) => {
    const other = postgres.connect()
    await openAccount(other, account, 'market')
    const lease = openLeaseStore(other, account)
    for (const epoch of [1, 2])
      await lease.take({ last: await lease.read(), epoch, holder: String(epoch), host: 'host' })
    await openAccountLog(other, account, 'engine').append({ ...batch, number: 1, epoch: 2 })
    const connection = openPostgres(url, 'test')
    onTestFinished(() => connection.close())
    const notices = { channel: null, send: () => {} }
    return {
      lease: openLeaseStore(connection, account),
      log: openAccountLog(connection, account, 'engine'),
      empty: openAccountLog(connection, account, 'exchange'),
      inbox: openRequestInbox({ connection, account, notices }),
    }
  }

  it('can neither append nor renew its lease', async () => {
    const { lease, log, empty } = await takeOver('fenced', postgres.server.url)
    await expect(log.append({ ...batch, number: 2, epoch: 1 })).rejects.toThrow(Fenced)
    await expect(empty.append({ ...batch, number: 1, epoch: 1 })).rejects.toThrow(Fenced)
    await expect(log.append({ ...batch, number: 1, epoch: 1 })).rejects.toThrow(Fenced)
    await expect(lease.heartbeat(1, 1)).rejects.toThrow(Fenced)
  })

  it('can do both through the relay that removes every check of its epoch', async () => {
    const relay = await openUnfencedRelay(postgres.server.url)
    const { lease, log, empty, inbox } = await takeOver('unfenced', relay.url)
    await log.append({ ...batch, number: 1, epoch: 1 })
    await empty.append({ ...batch, number: 1, epoch: 1 })
    await lease.heartbeat(1, 1)
    await inbox.take(1)
    expect(await log.newest()).toBe(2)
    expect(await log.newestEpoch()).toBe(1)
    expect(relay.listMissing()).toEqual([])
    onTestFinished(() => relay.close())
  })
})
