import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { marketData } from './market-data.ts'

describe('market data', () => {
  it.each<GateCase>([
    {
      title: 'passes with everything at the limit of its age',
      view: { book: { synced: true, ageMs: 2000, bid: null, ask: null }, markAgeMs: 5_000, privateStreamAgeMs: 30_000 },
      expected: { pass: true, observed: 2_000, limit: 2_000 },
    },
    {
      title: 'fails with a book a millisecond too old',
      view: { book: { synced: true, ageMs: 2001, bid: null, ask: null } },
      expected: { pass: false, observed: 2_001 },
    },
    {
      title: 'fails with a mark a millisecond too old',
      view: { markAgeMs: 5_001 },
      expected: { pass: false, observed: 5_001, limit: 5_000 },
    },
    {
      title: 'fails with a private stream silent a millisecond too long',
      view: { privateStreamAgeMs: 30_001 },
      expected: { pass: false, observed: 30_001, limit: 30_000 },
    },
    {
      title: 'fails with a book out of step, however young',
      view: { book: { synced: false, ageMs: 0, bid: null, ask: null } },
      expected: { pass: false, observed: 'RESYNCING' },
    },
    {
      title: 'fails without the age of the order book',
      view: { book: { synced: true, ageMs: null, bid: null, ask: null } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails without the age of the mark',
      view: { markAgeMs: null },
      expected: { pass: false, observed: null },
    },
    { title: 'fails without a mark', view: { mark: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails without a private stream',
      view: { privateStreamAgeMs: null },
      expected: {
        pass: false,
        detail:
          'the time since the last message of the private stream is not known: wait until the stream is live again',
      },
    },
    {
      title: 'fails when no limit is configured: maxBookAgeMs',
      view: { constitution: aConstitution({ data: { maxBookAgeMs: null } }) },
      expected: {
        pass: false,
        observed: 80,
        limit: null,
        detail: 'no limit is configured: constitution data.maxBookAgeMs',
      },
    },
    {
      title: 'fails when no limit is configured: maxMarkAgeMs',
      view: { constitution: aConstitution({ data: { maxMarkAgeMs: null } }) },
      expected: {
        pass: false,
        observed: 700,
        limit: null,
        detail: 'no limit is configured: constitution data.maxMarkAgeMs',
      },
    },
    {
      title: 'fails when no limit is configured: maxPrivateStreamAgeMs',
      view: { constitution: aConstitution({ data: { maxPrivateStreamAgeMs: null } }) },
      expected: {
        pass: false,
        observed: 4000,
        limit: null,
        detail: 'no limit is configured: constitution data.maxPrivateStreamAgeMs',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(marketData, inputs)).toMatchObject(expected)
  })
})
