import { type Client, createClient } from '@plimsoll/client'

/**
 * Creates a client from the environment variables PLIMSOLL_URL and PLIMSOLL_TOKEN; `plimsoll token --user NAME` prints
 * a token.
 */
export const openClient = (): Client => {
  const { PLIMSOLL_URL: baseUrl = 'http://127.0.0.1:8080', PLIMSOLL_TOKEN: token } = process.env
  if (token === undefined) throw new Error('Set PLIMSOLL_TOKEN: `plimsoll token --user NAME` prints one.')
  return createClient({ baseUrl, token })
}
