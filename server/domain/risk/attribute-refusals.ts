/** Attributes refused candidates to the gates that refused them: first failures, sole blockers and Shapley values. */

/** Group of candidates refused by the same gates. */
export interface RefusedAlike {
  /** Sorted by gate number. */
  readonly gates: readonly string[]
  readonly count: number
}

/** Share of the blocked candidates attributed to a gate. */
export interface GateAttribution {
  readonly gateId: string
  /** Number of proposals for which this gate failed first. */
  readonly firstFail: number
  readonly anyFail: number
  /** Number of proposals for which this gate alone failed; they would have passed without it. */
  readonly soleBlocker: number
  /** Each candidate counts once, split equally between its failed gates: the Shapley value of a unanimity game. */
  readonly shapley: number
  /** Share of all blocked candidates. */
  readonly share: number
}

/** Returns the gates that refused candidates, by number; their Shapley values add up to the number of candidates. */
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

/** Number of decimal places compared, because sums of thirds in a different order differ in the last digit. */
const DIGITS = 9

/** Returns the gate with the largest share; in a tie, the one with the lower number. */
export const findDominant = (gates: readonly GateAttribution[]): GateAttribution | undefined =>
  gates.toSorted((a, b) => rounded(b.share) - rounded(a.share) || (a.gateId < b.gateId ? -1 : 1))[0]

const rounded = (share: number): number => Number(share.toFixed(DIGITS))
