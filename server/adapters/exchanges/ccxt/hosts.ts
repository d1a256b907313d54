import type { Exchange } from 'ccxt'

/** The hosts the library asks, with the name it puts into addresses that leave it open. */
export const listHosts = ({ urls, hostname }: Pick<Exchange, 'urls' | 'hostname'>): ReadonlySet<string> =>
  new Set(
    JSON.stringify(urls.api)
      .replaceAll('{hostname}', hostname ?? '')
      .match(/(?<=https?:\/\/)[^/"]+/g),
  )
