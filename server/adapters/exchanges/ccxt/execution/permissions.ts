import type { KeyPermissions } from '../../../../domain/account/account.ts'
import type { Called, Client } from '../client.ts'

/** Returns the permissions of the key, as far as the exchange reports them. */
export const readPermissions = (client: Client): Promise<Called<KeyPermissions>> =>
  client.call((rest) => client.dialect.orders.account.permissions(rest), { urgency: 'ACCOUNT' })
