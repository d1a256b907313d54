import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type TestPostgres, toPatientUrl } from '../../../../test/support/postgres.ts'
import { openPostgres, type PostgresConnection } from './connection.ts'
import { migrate } from './migrate.ts'

/** A PostgreSQL server with the schema of the shared store, for the tests of one `describe`. */
export const setPostgres = () => {
  let server: TestPostgres
  const connections: PostgresConnection[] = []
  const connect = (): PostgresConnection => {
    const connection = openPostgres(toPatientUrl(server.url), 'test')
    connections.push(connection)
    return connection
  }
  beforeAll(async () => {
    server = await startPostgres()
    await Promise.all([migrate(connect()), migrate(connect())])
  })
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()))
    await server.stop()
  })
  return {
    /** Opens a connection that is closed after the tests. */
    connect,
    /** Returns the server; available once the tests have started. */
    get server() {
      return server
    },
  }
}
