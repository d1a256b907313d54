import type { Called, Client } from '../client.ts'
import { orderDialectOf } from './dialects/index.ts'
import type { KeyPermissions } from './order-dialect.ts'

export type { KeyPermissions } from './order-dialect.ts'

/** What the key may do, as far as the exchange tells. */
export const readPermissions = (client: Client): Promise<Called<KeyPermissions>> =>
  client.call((rest) => orderDialectOf(client.dialect.id).account.permissions(rest), { urgency: 'ACCOUNT' })
