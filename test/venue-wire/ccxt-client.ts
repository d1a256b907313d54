import ccxt from 'ccxt'
import { API_KEY, API_SECRET } from './venue-stage.ts'

export type CcxtClient = InstanceType<typeof ccxt.pro.binanceusdm>

/** ccxt's own client for Binance USDⓈ-M, unmodified, pointed at an address by its URLs alone. */
export const ccxtAt = async (url: string): Promise<CcxtClient> => {
  const sockets = url.replace('http', 'ws')
  const client = new ccxt.pro.binanceusdm({
    apiKey: API_KEY,
    secret: API_SECRET,
    enableRateLimit: false,
    options: { fetchCurrencies: false },
    urls: {
      api: {
        fapiPublic: `${url}/fapi/v1`,
        fapiPublicV2: `${url}/fapi/v2`,
        fapiPublicV3: `${url}/fapi/v3`,
        fapiPrivate: `${url}/fapi/v1`,
        fapiPrivateV2: `${url}/fapi/v2`,
        fapiPrivateV3: `${url}/fapi/v3`,
        fapiData: `${url}/futures/data`,
        sapi: `${url}/sapi/v1`,
        ws: { future: `${sockets}/ws`, 'ws-api': { future: `${sockets}/ws-fapi/v1` } },
      },
    },
  })
  await client.loadHttpProxyAgent()
  return client
}
