import { describe, expect, it } from 'vitest'
import type { LogTailQuery } from '../views/log-view.ts'
import { openLog } from './log.ts'

const ALL: LogTailQuery = { level: null, text: null, before: null, fromMs: null, toMs: null, limit: 3_000 }

const open = () => {
  const written: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => void written.push(line) })
  const find = (query: Partial<LogTailQuery> = {}, account: string | null = null) =>
    log.logTail.readerFor(account).find({ ...ALL, ...query })
  const messages = (query?: Partial<LogTailQuery>, account?: string) =>
    find(query, account).records.map(({ message }) => message)
  return { ...log, written, find, messages }
}

describe('the newest records of the log', () => {
  it('are those that the logger writes, newest first', () => {
    const { logger, find, written } = open()
    logger.info({ symbol: 'BTCUSDT' }, 'one')
    logger.debug('below the level')
    logger.error('two')
    expect(find().records).toMatchObject([
      { seq: 2, level: 'ERROR', message: 'two', fields: {} },
      { seq: 1, level: 'INFO', message: 'one', fields: { symbol: 'BTCUSDT' } },
    ])
    expect(written).toHaveLength(2)
  })

  it('contain no secret that the log omits', () => {
    const { logger, find, written } = open()
    const headers = { authorization: 'Bearer canary', cookie: 'plimsoll=canary' }
    logger.warn({ req: { headers }, body: { password: 'canary' } }, 'refused')
    expect(JSON.stringify(find())).not.toContain('canary')
    expect(written.join('')).not.toContain('canary')
  })

  it('are filtered by level, text and time', () => {
    const { logger, messages, find } = open()
    logger.info({ symbol: 'BTCUSDT' }, 'order "A" placed')
    logger.warn('stream lost')
    logger.fatal('the disk is full')
    expect(messages({ level: 'WARN' })).toEqual(['the disk is full', 'stream lost'])
    expect(messages({ text: 'btcusdt' })).toEqual(['order "A" placed'])
    expect(messages({ text: '"a"' })).toEqual(['order "A" placed'])
    expect(messages({ text: 'level' })).toEqual([])
    const atMs = find().records[0]?.atMs ?? 0
    expect([messages({ fromMs: atMs + 1 }), messages({ toMs: atMs + 1 }).length]).toEqual([[], 3])
  })

  it('are limited to 2,000, each of limited length', () => {
    const { logger, find } = open()
    for (let i = 1; i <= 2_005; i += 1) logger.info(`record ${i}`)
    logger.info({ detail: 'x'.repeat(5_000) }, 'y'.repeat(5_000))
    const { records, next } = find()
    expect([records.length, records.at(-1)?.message, next]).toEqual([2_000, 'record 7', null])
    expect(records[0]).toMatchObject({ message: 'y'.repeat(1_024), fields: { shortened: true } })
  })

  it('are read page by page', () => {
    const { logger, find } = open()
    for (const message of ['a', 'b', 'c']) logger.info(message)
    const first = find({ limit: 2 })
    const second = find({ limit: 2, before: first.next })
    expect([first, second].map(({ records }) => records.map(({ message }) => message))).toEqual([['c', 'b'], ['a']])
    expect([first.next, second.next]).toEqual([2, null])
  })

  it('are separate for each further account', () => {
    const { logger, messages } = open()
    logger.info('of the process')
    logger.child({ account: 'hedge' }).info('of the account hedge')
    expect([messages(), messages({}, 'hedge'), messages({}, 'other')]).toEqual([
      ['of the process'],
      ['of the account hedge'],
      [],
    ])
  })
})
