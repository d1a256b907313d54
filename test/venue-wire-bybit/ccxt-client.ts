import ccxt from 'ccxt'
import { API_KEY, API_SECRET } from './bybit-stage.ts'

export type CcxtBybit = InstanceType<typeof ccxt.pro.bybit>

/** ccxt's own client for Bybit, unmodified, pointed at an address by its URLs alone. */
export const ccxtBybitAt = async (url: string): Promise<CcxtBybit> => {
  const client = new ccxt.pro.bybit({
    apiKey: API_KEY,
    secret: API_SECRET,
    enableRateLimit: false,
    options: { defaultType: 'swap', fetchMarkets: { types: ['linear'] }, fetchCurrencies: false },
  })
  client.urls.api = pointedAt(client.urls.api, url) as typeof client.urls.api
  await client.loadHttpProxyAgent()
  return client
}

const pointedAt = (urls: unknown, url: string): unknown => {
  if (typeof urls === 'string') {
    return urls.replace(/^(https?|wss?):\/\/[^/]+/, urls.startsWith('ws') ? url.replace('http', 'ws') : url)
  }
  if (typeof urls !== 'object' || urls === null) return urls
  return Object.fromEntries(Object.entries(urls).map(([name, value]) => [name, pointedAt(value, url)]))
}
