/** Reason why the fast driver cannot run or finish a backtest, so that the exact driver must run it. */
export class ExactOnly extends Error {
  override readonly name = 'ExactOnly'
  readonly code: ExactOnlyCode

  constructor(code: ExactOnlyCode) {
    super(EXACT_ONLY[code])
    this.code = code
  }
}

/** Cases that only the exact driver supports. */
const EXACT_ONLY = {
  SEVERAL_SYMBOLS: 'several symbols share the account',
  SEVERAL_BARS: 'several bar lengths share the account',
  SEVERAL_STRATEGIES: 'several strategies share the account',
  AS_LIVE: 'entries need an expected edge after costs',
  EVERY_PRICE: 'every price is simulated',
  UNALIGNED_START: 'the run starts within a bar',
  GAPS: 'the history has gaps',
  OPEN_INTEREST: 'open interest is available, which is used to detect manipulation',
  TIGHT_LIMITS: 'the constitution has a stricter age limit for account readings than the default',
  START: 'the engine did not start immediately',
  PARTIAL_EXIT: 'the volume of a minute was too small for an exit',
  CLOSE_OVERTAKEN: 'a stop or target was reached while a closing order was in flight',
  STOP_PASSED: 'an entry traded beyond its own stop or target',
  FAR_STOP: 'a stop is too far from its entry to protect',
  MARGIN: 'an entry needs more margin than the account has',
  NEAR_LIQUIDATION: 'the account came close to liquidation',
  ENTRY_WITHDRAWN: 'trading was paused while an entry was in flight',
  DEGRADED: 'the engine was degraded',
} as const

export type ExactOnlyCode = keyof typeof EXACT_ONLY
