/** Subject of a gate, and the condition under which it passes again. */
export interface GateRemedy {
  readonly label: string
  readonly text: string
  /** Place where a person can act; `NONE`: it passes automatically, or only its subject can change it. */
  readonly where: 'API' | 'HOST_CLI' | 'EXCHANGE' | 'NONE'
}

const at =
  (where: GateRemedy['where']) =>
  (label: string, text: string): GateRemedy => ({ label, text, where })

const onHost = at('HOST_CLI')
const byItself = at('NONE')

/** By the id of the gate. For a safety gate it names the condition to meet, never a way to loosen the gate. */
export const GATE_REMEDIES: Readonly<Record<string, GateRemedy>> = {
  G01: onHost('emergency stop', 'The emergency stop must be cleared on the host: plimsoll stop clear.'),
  G02: onHost(
    'state of the engine',
    'The engine must be RUNNING; after a pause resume it on the host: plimsoll resume.',
  ),
  G03: onHost(
    'lease',
    'This process has to hold the lock of its data directory: end the other process, then start anew.',
  ),
  G04: onHost(
    'health of the store',
    'Commits must be fast and the disk must have free space: free disk space or repair the disk.',
  ),
  G05: onHost('clock', 'Our clock has to agree with that of the exchange: let the host synchronise it.'),
  G06: at('EXCHANGE')('reconciliation', 'The ledger must match the exchange: resolve the differences at the exchange.'),
  G07: byItself('unknown order outcomes', 'Every order must be found at the exchange, or proven not to exist there.'),
  G08: byItself('market data', 'Book and mark price have to be fresh again; see exchange-market-intelligence-truth.'),
  G09: byItself(
    'filters of the instrument',
    'The order has to lie on the steps and above the least notional of the exchange.',
  ),
  G10: byItself(
    'price collar',
    'The price must lie within the collar around the market, and a trigger must not fire immediately.',
  ),
  G11: byItself('notional of an order', 'The order must be no larger than the constitution allows.'),
  G12: byItself('quantity of an order', 'The order must be no larger than the exchange and the constitution allow.'),
  G13: at('API')('exposure of a symbol', 'The exposure of the symbol has to go down: close or reduce its position.'),
  G14: at('API')('exposure in all', 'The exposure in all has to go down: close or reduce positions.'),
  G15: at('API')('leverage', 'The leverage has to go down: close or reduce positions, or add money.'),
  G16: at('API')('margin', 'The margin ratio has to go down: close or reduce positions, or add money.'),
  G17: byItself('distance to liquidation', 'The stop has to lie well before the price of liquidation.'),
  G18: byItself('rate of orders', 'Too many orders were sent recently; the window passes automatically.'),
  G19: byItself('duplicate order', 'The same order was placed just before; the window passes automatically.'),
  G20: onHost('loss of the day', 'The day has to end, or the host to raise the limit in the constitution.'),
  G21: onHost('drawdown', 'Equity has to recover, or the host to raise the limit in the constitution.'),
  G22: onHost('losing streak', 'The host re-arms it by resuming: plimsoll resume.'),
  G23: byItself('protection', 'Every position must be protected, and the order must have a stop of its own.'),
  G24: byItself('edge after costs', 'The candidate has to earn more than it costs at the low end of its estimate.'),
  G25: byItself(
    'signs of manipulation',
    'The market has to show fewer signs of manipulation; see anti-manipulation-truth.',
  ),
  G26: at('API')('own orders on the other side', 'An own order it would trade with has to go: cancel it.'),
  G27: onHost('live grant', 'The host has to grant live trading: plimsoll live arm.'),
  G28: onHost(
    'armed book',
    'A trading scope that includes the symbol must be armed on the host: --autotrading and --timeframes.',
  ),
  G29: at('API')(
    'symbol taken',
    'The position or order in the symbol must end: wait for its exit, or close or cancel it.',
  ),
  G30: onHost(
    'strategy fit',
    'The strategy must be in a trading scope and out of quarantine: plimsoll strategies rearm.',
  ),
  G31: byItself(
    'loss of the position at its stop',
    'The resulting position has to lose less at its stop: order less, or bring the stop nearer to the entry price.',
  ),
  G32: at('API')(
    'loss of all positions at their stops',
    'All positions together have to lose less at their stops: order less, reduce positions or bring stops nearer.',
  ),
  G33: byItself('distance of the stop', 'The stop must be nearer to the average entry price.'),
}
