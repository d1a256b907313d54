import type { IncomingMessage } from 'node:http'

/** The token a request carries in its header. */
export const readBearer = ({ headers: { authorization } }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  authorization !== undefined && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined
