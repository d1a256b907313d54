/** Refused entries of a backtest by gate, with the label of each gate and what lets more entries pass. */

import { findGate } from '../domain/risk/gates/index.ts'

type Counts = Readonly<Record<string, number>>

/** Adds the label of each gate to its ID. */
export const labelGates = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([gateId, count]) => [labelGate(gateId), count]))

/** Returns what lets more entries pass, for each gate that refused some, the most frequent first. */
export const listRemedies = (counts: Counts): readonly string[] =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([gateId]) => `${labelGate(gateId)}: ${REMEDIES[gateId] ?? findGate(gateId)?.remedy.text ?? ''}`)

const labelGate = (gateId: string): string => `${gateId} ${findGate(gateId)?.label ?? ''}`.trim()

/** Remedies in a backtest, where they differ from those of a running engine. */
const REMEDIES: Readonly<Record<string, string>> = {
  G09: 'The size was below the minimum of the exchange. Set a higher --balance, or allow more risk per trade: autotrading.riskPerTradeBps in a --constitution.',
}
