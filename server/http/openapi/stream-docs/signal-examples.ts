/** Example messages of the signal and decision channels for the stream documentation. */

import type { EntryDecision } from '../../../../contract/decisions.ts'
import type { Signal } from '../../../../contract/signals.ts'
import type { ChannelExample } from './shared-schemas.ts'

const asOf = '2026-11-21T21:33:00.402Z'

const signal: Signal = {
  signalId: 'sig_01M800A2H0F2KWVSWJKQ71NDQA',
  symbol: 'SOLUSDT',
  timeframe: '1m',
  strategyId: 'S01',
  strategyName: 'DONCHIAN_BREAKOUT',
  family: 'TREND',
  definitionVersion: 1,
  definitionDigest: 'c12840d7d557413c7f73150f34acd46d5e83d1d428db62b05268c46bf8982f3e',
  direction: 'LONG',
  barOpenAt: '2026-11-21T21:30:00.000Z',
  barClosedAt: '2026-11-21T21:31:00.000Z',
  createdAt: '2026-11-21T21:31:00.401Z',
  validUntil: '2026-11-21T21:33:00.000Z',
  origin: 'LIVE',
  rawScore: 0.0564,
  confidence: 0.221,
  confidenceCi: [0.105, 0.408],
  calibration: { method: 'SHRUNK', n: 37, effectiveN: 26.6, brierSkill: null },
  reference: { price: '227.67', atr: '0.46' },
  plan: {
    stopLoss: '226.75',
    takeProfit: '229.51',
    horizonBars: 48,
    horizonEndsAt: '2026-11-21T22:19:00.000Z',
    rewardRisk: 2,
  },
  regime: 'TREND_UP',
  patternIds: ['CDL_BELT_HOLD', 'CDL_ENGULFING_CONTINUOUS'],
  features: { atr: 0.462, breakoutAtr: 0.93, adx: 21.13 },
  costReturn: 0.00104392,
  digest: '9966d0e242fe8f6216a7d5fb41743f358615eaace09217b432ba76ad2461bf70',
  state: 'ACTIVE',
  candidateId: null,
  notTraded: null,
  outcome: null,
}

const decision: EntryDecision = {
  candidateId: 'cnd_01M800DR3H000000000400000N',
  digest: '4a79c69b0cdcfa7d2831ecb3511bc9ae8ab13fc41ccaa215d93fce4602511caa',
  at: '2026-11-21T21:33:00.401Z',
  symbol: 'BTCUSDT',
  timeframe: '1m',
  direction: 'LONG',
  bookId: 'main',
  strategyId: 'S10',
  exploratory: false,
  signals: [
    {
      signalId: 'sig_01M800DQQ0DFP9D1BHV7DTJAWZ',
      strategyId: 'S10',
      digest: '4cf7f5dd07c2557c518edc04000e94b8f420e9f75702e7c1f6e5efb8d30d0a44',
    },
  ],
  confidence: 0.237,
  confidenceCi: [0.111, 0.436],
  calibration: { method: 'SHRUNK', n: 29, effectiveN: 23.9, brierSkill: null },
  price: '65386.4',
  stopLoss: '65239.5',
  takeProfit: '65534.4',
  horizonEndsAt: '2026-11-21T21:49:00.000Z',
  quantity: '0.047',
  notional: '3073.16080000',
  risk: '9.98360699',
  sizedBy: 'RISK',
  cost: {
    feesBps: 10,
    spreadBps: 0.01530525,
    impactBps: 0.1232017,
    fundingBps: 0,
    adverseBps: 0,
    totalBps: 10.13850695,
  },
  edge: {
    grossEdgeBps: 1.01108321,
    netEdgeBps: -9.12742374,
    netEdgeLcbBps: -13.37069328,
    breakEvenP: 0.55558516,
    costShare: 1.4161225,
    kellyFraction: 0,
    grade: 'REJECT',
  },
  verdict: 'REFUSED',
  decisionId: 'dec_01M800DR3H000000000400000Q',
  decisionDigest: '1cfff6a52c225467d8fe09b6f5f1141792aa94af082a8e9b852bd1aeb6a674ec',
  refusedBy: ['G29'],
  gates: [
    {
      gateId: 'G01',
      code: 'LATCH',
      kind: 'S',
      enforced: true,
      pass: true,
      observed: 'CLEAR',
      limit: null,
      unit: 'state',
      detail: 'no emergency stop is engaged',
    },
    {
      gateId: 'G29',
      code: 'SYMBOL_FREE',
      kind: 'C',
      enforced: true,
      pass: false,
      observed: 'OTHER',
      limit: null,
      unit: 'state',
      detail: 'the symbol has a position or an order from another source: wait until it is closed',
    },
  ],
  orderId: null,
  order: null,
}

/** Examples by channel. */
export const SIGNAL_EXAMPLES: readonly ChannelExample[] = [
  { address: 'signals', channel: 'signals', snapshot: { items: [], asOf }, delta: { items: [signal], asOf } },
  {
    address: 'autotrading.decisions',
    channel: 'autotrading.decisions',
    snapshot: { items: [], asOf },
    delta: { items: [decision], asOf },
  },
]
