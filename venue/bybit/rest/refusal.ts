/** Error responses of the Bybit API: codes, messages, and the exception that carries one. */

/** Codes and the exchange's messages ("Error Codes" of the V5 API). */
const WORDS = {
  10000: 'Server Timeout',
  10001: 'Request parameter error.',
  10002:
    'invalid request, please check your server timestamp or recv_window param. req_timestamp[%s],server_timestamp[%s],recv_window[%s]',
  10003: 'API key is invalid.',
  10004: 'Error sign, please check your signature generation algorithm.',
  10005: 'Permission denied, please check your API key permissions.',
  10006: 'Too many visits. Exceeded the API Rate Limit.',
  10007: 'User authentication failed.',
  10016: 'Server error.',
  34040: 'not modified',
  110001: 'order not exists or too late to cancel',
  110003: 'Order price exceeds the allowable range.',
  110007: 'ab not enough for new order',
  110009: 'The number of stop orders exceeds the maximum allowable limit',
  110012: 'Insufficient available balance.',
  110013: 'cannot set leverage [%s] gt maxLeverage [%s] by risk limit',
  110017: 'current position is zero, cannot fix reduce-only order qty',
  110020: 'Not allowed to have more than 500 active orders.',
  110025: 'Position mode is not modified',
  110029: 'Hedge mode is not supported for this symbol.',
  110043: 'leverage not modified',
  110057: 'Conditional order or limit order contains TP/SL related params',
  110072: 'OrderLinkedID is duplicate',
  110073: 'Set margin mode failed',
  110074: 'This contract is not live',
  110079: 'The order is processing and can not be operated, please try again later',
  110090:
    'Order placement failed as your position may exceed the max limit. Please adjust your leverage to increase the max. position limit',
  110092: 'expect Rising, but trigger_price[%s] <= current[%s]??%s',
  110093: 'expect Falling, but trigger_price[%s] >= current[%s]??%s',
  110094: 'Order does not meet minimum order value %sUSDT',
} as const

/** Return code (`retCode`) of Bybit. */
export type RetCode = keyof typeof WORDS

/** All codes that responses may contain. */
export const RET_CODES: readonly number[] = Object.keys(WORDS).map(Number)

/** Error response to a refused request; thrown by the code that detects it, caught once by the request handler. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly retCode: RetCode

  constructor(retCode: RetCode, ...values: readonly (string | number)[]) {
    const words = [...values]
    super(WORDS[retCode].replace(/%s/g, () => String(words.shift() ?? '')))
    this.retCode = retCode
  }
}

/** Creates a refusal of an invalid parameter with its own message. */
export const badParameter = (message: string): Refusal => Object.assign(new Refusal(10001), { message })
