/** Error responses of the Binance API: codes, messages, HTTP status, and the exception that carries one. */

/** Codes, their HTTP status if it is not 400, and the exchange's messages ("Error Codes" of USDⓈ-M Futures). */
const ERRORS = {
  '-1000': [503, 'An unknown error occurred while processing the request.'],
  '-1003': [
    429,
    'Too many requests; current limit of IP(%s) is %s requests per minute. Please use the websocket for live updates to avoid polling the API.',
  ],
  '-1007': [408, 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.'],
  '-1008': [503, 'Server is currently overloaded with other requests. Please try again in a few minutes.'],
  '-1015': [429, 'Too many new orders; current limit is %s orders per %s.'],
  '-1020': [400, 'This operation is not supported.'],
  '-1021': [400, 'Timestamp for this request is outside of the recvWindow.'],
  '-1022': [400, 'Signature for this request is not valid.'],
  '-1100': [400, "Illegal characters found in parameter '%s'."],
  '-1102': [400, "Mandatory parameter '%s' was not sent, was empty/null, or malformed."],
  '-1106': [400, "Parameter '%s' sent when not required."],
  '-1111': [400, 'Precision is over the maximum defined for this asset.'],
  '-1115': [400, 'Invalid timeInForce.'],
  '-1116': [400, 'Invalid orderType.'],
  '-1117': [400, 'Invalid side.'],
  '-1120': [400, 'Invalid interval.'],
  '-1121': [400, 'Invalid symbol.'],
  '-1125': [400, 'This listenKey does not exist.'],
  '-1128': [400, 'Combination of optional parameters invalid.'],
  '-1130': [400, "Data sent for parameter '%s' is not valid."],
  '-1136': [400, 'Invalid newOrderRespType.'],
  '-2011': [400, 'Unknown order sent.'],
  '-2013': [400, 'Order does not exist.'],
  '-2014': [401, 'API-key format invalid.'],
  '-2015': [401, 'Invalid API-key, IP, or permissions for action, request ip: %s'],
  '-2019': [400, 'Margin is insufficient.'],
  '-2021': [400, 'Order would immediately trigger.'],
  '-2022': [400, 'ReduceOnly Order is rejected.'],
  '-2025': [400, 'Reach max open order limit.'],
  '-2027': [400, 'Exceeded the maximum allowable position at current leverage.'],
  '-2028': [400, 'Leverage is smaller than permitted: insufficient margin balance.'],
  '-4001': [400, 'Price less than 0.'],
  '-4002': [400, 'Price greater than max price.'],
  '-4003': [400, 'Quantity less than zero.'],
  '-4004': [400, 'Quantity less than min quantity.'],
  '-4005': [400, 'Quantity greater than max quantity.'],
  '-4006': [400, 'Stop price less than zero.'],
  '-4013': [400, 'Price less than min price.'],
  '-4014': [400, 'Price not increased by tick size.'],
  '-4015': [400, 'Client order id is not valid.'],
  '-4016': [400, "Limit price can't be higher than %s."],
  '-4021': [400, 'Depth limit not valid.'],
  '-4023': [400, 'Quantity not increased by step size.'],
  '-4024': [400, "Limit price can't be lower than %s."],
  '-4028': [400, 'Leverage %s is not valid.'],
  '-4031': [400, 'Invalid parameter working type.'],
  '-4045': [400, 'Reach max stop order limit.'],
  '-4046': [400, 'No need to change margin type.'],
  '-4059': [400, 'No need to change position side.'],
  '-4060': [400, 'Invalid position side.'],
  '-4061': [400, "Order's position side does not match user's setting."],
  '-4082': [400, 'Invalid number of batch place orders.'],
  '-4116': [400, 'ClientOrderId is duplicated.'],
  '-4120': [400, 'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.'],
  '-4130': [400, 'An open stop or take profit order with GTE and closePosition in the direction is existing.'],
  '-4136': [400, 'Target strategy invalid for orderType %s, closePosition %s.'],
  '-4137': [400, 'Quantity must be zero with closePosition equals true.'],
  '-4140': [400, 'Invalid symbol status for opening position.'],
  '-4164': [400, "Order's notional must be no smaller than %s (unless you choose reduce only)."],
  '-4509': [
    400,
    'Time in Force (TIF) GTE can only be used with open positions. Please ensure that positions are available.',
  ],
  '-5000': [404, 'Path %s, Method %s is invalid'],
  '-5025': [400, 'Only limit order is supported.'],
  '-5027': [400, 'No need to modify the order.'],
  '-5022': [
    400,
    'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** Error code of Binance. */
export type ErrorCode = keyof typeof ERRORS

/** All codes that responses may contain. */
export const ERROR_CODES: readonly string[] = Object.keys(ERRORS)

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** Error response to a refused request; thrown where the error is detected, and caught by the HTTP listener. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: number
  /** Seconds after which the request may be repeated. */
  retryAfterS: number | undefined

  constructor(code: ErrorCode, ...values: readonly (string | number)[]) {
    const [status, message] = ERRORS[code]
    const words = [...values]
    super(message.replace(/%s/g, () => String(words.shift() ?? '')))
    this.status = status
    this.code = Number(code)
  }

  get body(): { readonly code: number; readonly msg: string } {
    return { code: this.code, msg: this.message }
  }
}

/** Creates a `Refused` with its own message in place of the table's. */
export const refusedWith = (code: ErrorCode, message: string): Refused => {
  const refused = new Refused(code)
  refused.message = message
  return refused
}

/** Creates the response for an unknown outcome. */
export const statusUnknown = (): Refused =>
  refusedWith('-1000', 'Unknown error, please check your request or try again later.')
