import type { Exchange } from 'ccxt'

/** Returns the hosts the library uses, with the name it inserts into addresses that leave it open. */
export const listHosts = ({ urls, hostname }: Pick<Exchange, 'urls' | 'hostname'>): ReadonlySet<string> =>
  new Set(
    JSON.stringify(urls.api)
      .replaceAll('{hostname}', hostname ?? '')
      .match(/(?<=https?:\/\/)[^/"]+/g),
  )
