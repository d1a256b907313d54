import { describe, expect, it } from 'vitest'
import { type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { protectionPlan } from './protection-plan.ts'

describe('the protective stop of an order', () => {
  it.each<GateCase>([
    {
      title: 'passes a purchase with its stop a tick below',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK, trigger: null }, stop: MARK - 1 },
      expected: { pass: true, observed: 'PLANNED' },
    },
    {
      title: 'fails a purchase with its stop at the price',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK, trigger: null }, stop: MARK },
      expected: { pass: false, observed: 'WRONG_SIDE' },
    },
    {
      title: 'passes a sale with its stop a tick above',
      candidate: { terms: { side: 'SELL', type: 'LIMIT', price: MARK, trigger: null }, stop: MARK + 1 },
      expected: { pass: true },
    },
    {
      title: 'fails a sale with its stop at the price',
      candidate: { terms: { side: 'SELL', type: 'LIMIT', price: MARK, trigger: null }, stop: MARK },
      expected: {
        pass: false,
        observed: 'WRONG_SIDE',
        detail: 'the stop would trigger immediately: set it above the entry price and the mark price',
      },
    },
    {
      title: 'passes a bid that rests below the mark, its stop below the bid',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK - 100, trigger: null }, stop: MARK - 101 },
      expected: { pass: true },
    },
    {
      title: 'fails a bid that rests below the mark, its stop above the bid',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK - 100, trigger: null }, stop: MARK - 99 },
      expected: { pass: false },
    },
    {
      title: 'fails a stop between the mark and the collar of a purchase',
      candidate: { terms: { side: 'BUY', type: 'MARKET', price: MARK + 100, trigger: null }, stop: MARK + 50 },
      expected: { pass: false },
    },
    {
      title: 'fails a stop between the mark and the collar of a sale',
      candidate: { terms: { side: 'SELL', type: 'MARKET', price: MARK - 100, trigger: null }, stop: MARK - 50 },
      expected: { pass: false },
    },
    {
      title: 'measures a conditional order from its trigger alone',
      candidate: { terms: { side: 'BUY', type: 'STOP_MARKET', price: null, trigger: MARK + 100 }, stop: MARK + 50 },
      expected: { pass: true },
    },
    {
      title: 'fails a conditional order with its stop at the trigger',
      candidate: { terms: { side: 'BUY', type: 'STOP_MARKET', price: null, trigger: MARK + 100 }, stop: MARK + 100 },
      expected: { pass: false },
    },
    {
      title: 'fails a conditional order without a trigger',
      candidate: { terms: { side: 'BUY', type: 'STOP_MARKET', price: null, trigger: null }, stop: MARK },
      expected: { pass: false, observed: null },
    },
    {
      title: 'takes the mark for an order without a price',
      candidate: { terms: { side: 'BUY', type: 'MARKET', price: null, trigger: null }, stop: MARK - 1 },
      expected: { pass: true },
    },
    {
      title: 'fails a stop at no price',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK, trigger: null }, stop: 0 },
      expected: { pass: false },
    },
    { title: 'fails without a plan', candidate: { stop: null }, expected: { pass: false, observed: 'MISSING' } },
    { title: 'fails while the mark is not known', view: { mark: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails while another position is without its stop for too long',
      view: { unprotectedBeyondBudget: 1 },
      expected: { pass: false, observed: 1, limit: 0 },
    },
    {
      title: 'requires nothing of an order that only reduces',
      candidate: { terms: { reduceOnly: true } },
      view: { unprotectedBeyondBudget: 1 },
      expected: { pass: true, observed: 'NOT_REQUIRED' },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(protectionPlan, inputs)).toMatchObject(expected)
  })
})
