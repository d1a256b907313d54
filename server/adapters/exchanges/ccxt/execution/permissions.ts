import type { KeyPermissions } from '../../../../domain/account/key-permissions.ts'
import type { Called, Client } from '../client.ts'
import { getOrderDialect } from './dialects/index.ts'

/** What the key may do, as far as the exchange tells. */
export const readPermissions = (client: Client): Promise<Called<KeyPermissions>> =>
  client.call((rest) => getOrderDialect(client.dialect.id).account.permissions(rest), { urgency: 'ACCOUNT' })
