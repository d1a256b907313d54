import type { KeyPermissions } from '../../../../domain/account/account.ts'
import type { Called, Client } from '../client.ts'

/** Queries the permissions of the API key; those that the exchange does not report are null. */
export const readPermissions = (client: Client): Promise<Called<KeyPermissions>> =>
  client.call((rest) => client.dialect.orders.account.permissions(rest), { urgency: 'ACCOUNT' })
