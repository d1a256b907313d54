/**
 * Types of the messages in a recording. Each line is one message, `<local receive time in ns> <JSON as received>`. The
 * JSON is a message of Binance's USDⓈ-M market streams, bare or inside a combined stream's `{"stream", "data"}`, or a
 * REST depth snapshot. Source: developers.binance.com, USDⓈ-M Futures, "WebSocket Market Streams" and "Order Book".
 */

/** Price and quantity; quantity "0.000" removes the level. */
export type WireLevel = readonly [string, string]

/** {"e":"trade","E":1723161256322,"T":1723161256322,"s":"BTCUSDT","t":5266583935,"p":"61800.30","q":"0.006","X":"MARKET","m":false} */
export interface WireTrade {
  readonly e: 'trade'
  readonly T: number
  readonly s: string
  readonly t: number
  readonly p: string
  readonly q: string
  /** True when the buyer was the maker, so the taker sold. */
  readonly m: boolean
  /** `MARKET`; or `INSURANCE_FUND`, `ADL`, `NA`: settlements far from the market's price. Missing in old recordings. */
  readonly X?: string
}

/** {"e":"aggTrade","E":1626992741575,"a":16599292,"s":"CTKUSDT","p":"1.01100","q":"10","f":23961322,"l":23961322,"T":1626992741421,"m":false} */
export interface WireAggTrade {
  readonly e: 'aggTrade'
  readonly T: number
  readonly s: string
  /** Number of the aggregate, which combines the trades from `f` to `l`, of one taker at one price. */
  readonly a: number
  readonly p: string
  readonly q: string
  readonly m: boolean
}

/** {"e":"depthUpdate","E":1723161256299,"T":1723161256298,"s":"BTCUSDT","U":5123107832006,"u":5123107837557,"pu":5123107831937,"b":[["61496.50","0.010"]],"a":[]} */
export interface WireDepth {
  readonly e: 'depthUpdate'
  readonly T: number
  readonly s: string
  readonly U: number
  readonly u: number
  readonly pu: number
  readonly b: readonly WireLevel[]
  readonly a: readonly WireLevel[]
}

/** {"e":"bookTicker","u":5123107839020,"s":"BTCUSDT","b":"61800.20","B":"2.507","a":"61800.30","A":"2.510","T":1723161256313,"E":1723161256313} */
export interface WireQuote {
  readonly e: 'bookTicker'
  readonly T: number
  readonly s: string
  readonly u: number
  readonly b: string
  readonly B: string
  readonly a: string
  readonly A: string
}

/** {"e":"markPriceUpdate","E":1562305380000,"s":"BTCUSDT","p":"11794.15","i":"11784.62","P":"11784.25","r":"0.00038167","T":1562306400000} */
export interface WireMarkPrice {
  readonly e: 'markPriceUpdate'
  readonly E: number
  readonly s: string
  readonly p: string
  readonly i: string
  /** Funding rate; empty for contracts that have none. */
  readonly r: string
  /** Next funding time. */
  readonly T: number
}

/**
 * Order `o` of {"e":"forceOrder","E":1568014460893,"o":{"s":"BTCUSDT","S":"SELL","o":"LIMIT","f":"IOC","q":"0.014","p":"9910","ap":"9910","X":"FILLED","l":"0.014","z":"0.014","T":1568014460893}};
 * at most one per second and symbol.
 */
export interface WireLiquidation {
  readonly e: 'forceOrder'
  readonly T: number
  readonly s: string
  readonly S: 'BUY' | 'SELL'
  /** Price and quantity of the order; average price and quantity of its execution, zero while there is none. */
  readonly p: string
  readonly q: string
  readonly ap: string
  readonly z: string
}

/** {"lastUpdateId":5123107852948,"E":1723161256501,"T":1723161256493,"bids":[["61800.20","2.909"]],"asks":[["61800.30","2.525"]]} */
export interface WireSnapshot {
  readonly e: 'snapshot'
  readonly T: number
  /** Symbol: the REST response lacks it; a combined stream's name contains it. */
  readonly s?: string
  readonly lastUpdateId: number
  readonly bids: readonly WireLevel[]
  readonly asks: readonly WireLevel[]
}

export type WireMessage =
  | WireTrade
  | WireAggTrade
  | WireDepth
  | WireQuote
  | WireMarkPrice
  | WireLiquidation
  | WireSnapshot

/** One line of a recording. */
export interface WireLine {
  readonly receivedMs: number
  /** Undefined for messages that are not replayed, such as klines. */
  readonly message: WireMessage | undefined
}
