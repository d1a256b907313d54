import { type Component, classifyPosture, type Level } from '../../../domain/microstructure/component.ts'
import { conductComponent } from '../../../domain/microstructure/own-conduct.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { PictureTruth } from '../../inputs/market.ts'

export type ManipulationInputs = Available<'marketPicture' | 'ownConduct' | 'engine'>

/** One market with every sign, and what they make together. */
export interface SymbolPosture {
  readonly truth: PictureTruth
  readonly components: readonly Component[]
  readonly posture: Level
  /** True when entries in it would be vetoed: the gate evaluates the market alone. */
  readonly vetoed: boolean
  /** True when an active trading book has the symbol; without an active one every market is evaluated. */
  readonly judged: boolean
}

/** The posture of every market that is watched. */
export const judgePostures = (inputs: ManipulationInputs, frame: Frame): SymbolPosture[] => {
  const { marketPicture = [] } = inputs
  const symbols = judgedSymbols(inputs)
  const own = ownComponents(inputs, frame)
  return marketPicture.map((truth) => {
    const components = [...truth.components.map((sign) => withBaseline(sign, frame)), ...own]
    const vetoed = classifyPosture(truth) === 'HOSTILE'
    return {
      truth,
      components,
      posture: vetoed ? 'HOSTILE' : classifyPosture({ components }),
      vetoed,
      judged: symbols === null || symbols.has(truth.symbol),
    }
  })
}

/** Returns the symbols of active trading books; null when there is none or the state is unknown. */
export const judgedSymbols = ({ engine }: ManipulationInputs): ReadonlySet<string> | null => {
  const symbols = (engine?.books ?? []).filter(({ mode }) => mode !== 'OFF').flatMap((book) => book.symbols)
  return symbols.length === 0 ? null : new Set(symbols)
}

/** Ourselves, as one of the signs of every market. */
export const ownComponents = ({ ownConduct }: ManipulationInputs, { constitution }: Frame): Component[] =>
  ownConduct ? [conductComponent(ownConduct, constitution.monitor.smallSample)] : []

/** Applies the longer baseline the host may require beyond the gate's; a hostile sign needs none. */
const withBaseline = (sign: Component, { constitution }: Frame): Component => {
  const need = Math.max(sign.evidence.need, constitution.monitor.baselineDays)
  if (sign.evidence.unit !== 'days' || sign.level === 'HOSTILE' || sign.evidence.have >= need) return sign
  return { ...sign, level: 'INSUFFICIENT_EVIDENCE', evidence: { ...sign.evidence, need } }
}
