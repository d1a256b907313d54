import { describe, expect, it } from 'vitest'
import { isFailedWrite } from './failed-write.ts'

const sqliteError = (errcode: number): Error => Object.assign(new Error('from SQLite'), { errcode })

describe('a failed write', () => {
  it.each([
    { name: 'SQLITE_PERM', errcode: 3 },
    { name: 'SQLITE_BUSY', errcode: 5 },
    { name: 'SQLITE_BUSY_SNAPSHOT', errcode: 517 },
    { name: 'SQLITE_READONLY', errcode: 8 },
    { name: 'SQLITE_READONLY_DBMOVED', errcode: 1_032 },
    { name: 'SQLITE_IOERR', errcode: 10 },
    { name: 'SQLITE_IOERR_WRITE', errcode: 778 },
    { name: 'SQLITE_IOERR_FSYNC', errcode: 1_034 },
    { name: 'SQLITE_FULL', errcode: 13 },
    { name: 'SQLITE_CANTOPEN', errcode: 14 },
  ])('is reported for $name', ({ errcode }) => {
    expect(isFailedWrite(sqliteError(errcode))).toBe(true)
  })

  it.each([
    { name: 'SQLITE_ERROR', error: sqliteError(1) },
    { name: 'SQLITE_CORRUPT', error: sqliteError(11) },
    { name: 'SQLITE_CONSTRAINT_PRIMARYKEY', error: sqliteError(1_555) },
    { name: 'SQLITE_MISUSE', error: sqliteError(21) },
    { name: 'SQLITE_NOTADB', error: sqliteError(26) },
    { name: 'SQLITE_IOERR_DATA', error: sqliteError(8_202) },
    { name: 'SQLITE_IOERR_CORRUPTFS', error: sqliteError(8_458) },
    { name: 'an error that is not from SQLite', error: new Error('disk full') },
    { name: 'nothing', error: undefined },
  ])('is not reported for $name', ({ error }) => {
    expect(isFailedWrite(error)).toBe(false)
  })
})
