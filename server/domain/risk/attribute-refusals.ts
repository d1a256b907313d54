/** Attributes refused candidates to the gates that refused them: first failures, sole blockers and Shapley values. */

/** Group of candidates that were refused by the same gates. */
export interface RefusedAlike {
  /** Sorted by gate number. */
  readonly gates: readonly string[]
  readonly count: number
}

/** Share of the blocked candidates attributed to a gate. */
export interface GateAttribution {
  readonly gateId: string
  /** Number of proposals whose first failed gate it was. */
  readonly firstFail: number
  readonly anyFail: number
  /** Number of proposals for which it was the only failed gate: they would have passed without it. */
  readonly soleBlocker: number
  /** Each candidate counts once, in equal parts for every gate that failed: Shapley's value of a game all must agree in. */
  readonly shapley: number
  /** Share of all that were blocked. */
  readonly share: number
}

/** Returns the gates that refused anything, by number; their Shapley values add up to the number of candidates. */
export const attributeRefusals = (refused: readonly RefusedAlike[]): GateAttribution[] => {
  const blocked = blockedIn(refused)
  const attributions = new Map<string, Omit<GateAttribution, 'share'>>()
  for (const { gates, count } of refused) {
    for (const [place, gateId] of gates.entries()) {
      const { firstFail, anyFail, soleBlocker, shapley } = attributions.get(gateId) ?? NOTHING
      attributions.set(gateId, {
        gateId,
        firstFail: firstFail + (place === 0 ? count : 0),
        anyFail: anyFail + count,
        soleBlocker: soleBlocker + (gates.length === 1 ? count : 0),
        shapley: shapley + count / gates.length,
      })
    }
  }
  return [...attributions.values()]
    .map((owed) => ({ ...owed, share: owed.shapley / blocked }))
    .toSorted((a, b) => (a.gateId < b.gateId ? -1 : 1))
}

const NOTHING = { firstFail: 0, anyFail: 0, soleBlocker: 0, shapley: 0 }

export const blockedIn = (refused: readonly RefusedAlike[]): number =>
  refused.reduce((sum, { count }) => sum + count, 0)

/** Decimal places compared: sums of thirds in a different order differ in the last one. */
const DIGITS = 9

/** The gate most is owed to; of two alike the one with the lower number. */
export const findDominant = (gates: readonly GateAttribution[]): GateAttribution | undefined =>
  gates.toSorted((a, b) => rounded(b.share) - rounded(a.share) || (a.gateId < b.gateId ? -1 : 1))[0]

const rounded = (share: number): number => Number(share.toFixed(DIGITS))
