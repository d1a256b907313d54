import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, MARK, readGate, usdt } from '../../../../test/support/risk-samples.ts'
import { lots, ticks } from '../../market/instrument.ts'
import { healthyView } from '../probes/cases.ts'
import type { AtRisk, WorkingStake } from '../risk-view.ts'
import { positionLoss } from './position-loss.ts'
import { stopDistance } from './stop-distance.ts'
import { totalLoss } from './total-loss.ts'

const NOTHING: WorkingStake = { quantity: lots(0), cost: 0n, stop: null, ownStop: null }

const atRisk = (changes: Partial<AtRisk>): { readonly atRisk: AtRisk } => ({
  atRisk: { position: null, working: { BUY: NOTHING, SELL: NOTHING }, otherSymbols: 0n, hourlyRange: null, ...changes },
})

/** LONG 0.09 BTC at 100,000 USDT. */
const long = (stop: number): Partial<AtRisk> => ({
  position: { side: 'BUY', quantity: lots(90), cost: usdt(9_000), stop: ticks(stop) },
})

const account = (equity: bigint | null) => ({
  account: { ...healthyView(aConstitution({})).account, equity },
})

describe('the loss of the full position at its stop', () => {
  it.each<GateCase>([
    {
      title: 'counts price, exit fee, slippage and the entry fee of the order: 20 + 0.49 + 0.98 + 0.5 USDT',
      expected: { pass: true, observed: 0.2197, limit: '2', unit: 'percent', detail: expect.stringContaining('21.97') },
    },
    {
      title: 'counts open and added quantity at the stop that will be active',
      candidate: { stop: 990_000 },
      view: atRisk(long(999_000)),
      expected: { pass: true, observed: 1.1535 },
    },
    {
      title: 'fails an order that moves the stop of the whole position beyond the limit',
      candidate: { terms: { quantity: 1 }, stop: 10 },
      view: atRisk(long(990_000)),
      expected: {
        pass: false,
        detail: expect.stringMatching(/ at most 2%: reduce the order, or move the stop closer to the entry price$/),
      },
    },
    {
      title: 'counts working orders of the side, and a farther stop they may bring',
      view: atRisk({
        working: {
          BUY: { quantity: lots(20), cost: usdt(2_000), stop: ticks(900_000), ownStop: ticks(900_000) },
          SELL: NOTHING,
        },
      }),
      expected: { pass: false, observed: 3.0555 },
    },
    {
      title: 'does not apply the default stop of a working order when a position is already open',
      view: atRisk({
        ...long(980_000),
        working: { BUY: { quantity: lots(1), cost: usdt(100), stop: ticks(1), ownStop: null }, SELL: NOTHING },
      }),
      expected: { pass: false, observed: expect.closeTo(2.2, 1) },
    },
    {
      title: 'leaves working orders of the other side out',
      view: atRisk({
        working: { BUY: NOTHING, SELL: { quantity: lots(9), cost: usdt(900), stop: ticks(1_001_000), ownStop: null } },
      }),
      expected: { pass: true, observed: 0.2197 },
    },
    {
      title: 'passes what only reduces, however much is at risk',
      candidate: { terms: { side: 'SELL', quantity: 90, timeInForce: 'IOC' }, stop: 1_020_000 },
      view: atRisk(long(1)),
      expected: { pass: true, observed: 'NOT_INCREASED' },
    },
    {
      title: 'counts what turns the position, behind its own stop',
      candidate: { terms: { side: 'SELL', quantity: 100, timeInForce: 'IOC' }, stop: 1_020_000 },
      view: atRisk(long(999_000)),
      expected: { pass: true, observed: expect.closeTo(0.2253, 3) },
    },
    {
      title: 'counts a resting order on the other side in full, because the position may end before it fills',
      candidate: { terms: { side: 'SELL', quantity: 90, timeInForce: 'GTC' }, stop: 1_030_000 },
      view: atRisk(long(999_000)),
      expected: { pass: false, observed: expect.closeTo(2.88, 1) },
    },
    {
      title: 'adds the slippage of a conditional entry',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK, timeInForce: 'GTC' } },
      expected: { pass: true, observed: expect.closeTo(0.2297, 3) },
    },
    {
      title: 'passes at the limit to the last unit',
      view: account(109_850_000_000n),
      expected: { pass: true },
    },
    {
      title: 'fails one unit of money beyond',
      view: account(109_849_999_950n),
      expected: { pass: false },
    },
    { title: 'fails while the equity is not known', view: account(null), expected: { pass: false, observed: null } },
    { title: 'fails when no equity is left', view: account(0n), expected: { pass: false } },
    { title: 'fails without a stop', candidate: { stop: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails when no limit is configured',
      view: { constitution: aConstitution({ limits: { maxPositionLossPct: null } }) },
      expected: { pass: false, detail: 'no limit is configured: constitution limits.maxPositionLossPct' },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(positionLoss, inputs)).toMatchObject(expected)
  })
})

describe('the loss of all positions at their stops', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit to the last unit',
      view: atRisk({ otherSymbols: usdt(600) - 2_197_000_000n }),
      expected: { pass: true, observed: 6, limit: '6' },
    },
    {
      title: 'fails one unit beyond',
      view: atRisk({ otherSymbols: usdt(600) - 2_196_999_999n }),
      expected: { pass: false },
    },
    {
      title: 'offsets no loss of another symbol by a profit that a stop secures',
      candidate: { terms: { quantity: 1 }, stop: 1_100_000 },
      view: atRisk({
        otherSymbols: usdt(600),
        position: { side: 'BUY', quantity: lots(90), cost: usdt(5_000), stop: ticks(990_000) },
      }),
      expected: { pass: true, observed: 6 },
    },
    {
      title: 'fails while the market of another symbol is not known',
      view: atRisk({ otherSymbols: null }),
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured',
      view: { constitution: aConstitution({ limits: { maxTotalLossPct: null } }) },
      expected: { pass: false, detail: 'no limit is configured: constitution limits.maxTotalLossPct' },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(totalLoss, inputs)).toMatchObject(expected)
  })
})

describe('the distance of the stop', () => {
  it.each<GateCase>([
    { title: 'passes at the limit', candidate: { stop: 900_000 }, expected: { pass: true, observed: 10, limit: 10 } },
    {
      title: 'fails a tick beyond',
      candidate: { stop: 899_999 },
      expected: { pass: false, observed: 10.0001, limit: 10 },
    },
    {
      title: 'fails a sale a tick beyond',
      candidate: { terms: { side: 'SELL' }, stop: 1_100_001 },
      expected: { pass: false, observed: 10.0001 },
    },
    {
      title: 'is limited by the range of an hour where that is tighter: 20 times 0.25%',
      candidate: { stop: 949_999 },
      view: atRisk({ hourlyRange: 2_500 }),
      expected: { pass: false, observed: 5.0001, limit: 5 },
    },
    {
      title: 'allows twice the default stop in a market that hardly moves',
      candidate: { stop: 960_000 },
      view: atRisk({ hourlyRange: 1 }),
      expected: { pass: true, observed: 4, limit: 4 },
    },
    {
      title: 'is measured from the average entry of the resulting position',
      candidate: { stop: 899_000 },
      view: atRisk({ position: { side: 'BUY', quantity: lots(90), cost: usdt(8_100), stop: ticks(895_000) } }),
      expected: { pass: true, observed: expect.closeTo(1.209, 2) },
    },
    {
      title: 'passes what only reduces',
      candidate: { terms: { reduceOnly: true } },
      expected: { pass: true, observed: 'NOT_INCREASED' },
    },
    { title: 'fails without a stop', candidate: { stop: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails when no limit is configured',
      view: { constitution: aConstitution({ limits: { maxStopAtr: null } }) },
      expected: { pass: false, detail: 'no limit is configured: constitution limits.maxStopAtr' },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(stopDistance, inputs)).toMatchObject(expected)
  })
})
