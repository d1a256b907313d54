import type { Component, ComponentId, Level } from './component.ts'

/** Rules for combining the signs into one posture. */
export interface PostureRules {
  /** Signs that are required for a good posture. */
  readonly mandatory: readonly ComponentId[]
  /** Any one of these alone makes a market hostile. */
  readonly decisive: readonly ComponentId[]
  /** So many that are at least elevated do as well. */
  readonly elevatedForHostile: number
}

export const POSTURE_RULES: PostureRules = {
  mandatory: ['spoof', 'layering', 'fleeting', 'trap', 'vpin', 'funding', 'cascade', 'selfConduct'],
  decisive: ['spoof', 'layering', 'trap', 'cascade', 'selfConduct'],
  elevatedForHostile: 3,
}

/** Combines the signs: bad ones first; then a missing one rules out a good posture. */
export const classifyPosture = (
  { components }: { readonly components: readonly Component[] },
  rules: PostureRules = POSTURE_RULES,
): Level => {
  const raised = components.filter(({ level }) => level === 'ELEVATED' || level === 'HOSTILE')
  const isHostile = raised.some(({ id, level }) => level === 'HOSTILE' && rules.decisive.includes(id))
  if (isHostile || raised.length >= rules.elevatedForHostile) return 'HOSTILE'
  const judged = components.filter(({ level }) => level !== 'INSUFFICIENT_EVIDENCE').map(({ id }) => id)
  if (!rules.mandatory.every((id) => judged.includes(id))) return 'INSUFFICIENT_EVIDENCE'
  return raised.length > 0 ? 'ELEVATED' : 'CLEAN'
}
