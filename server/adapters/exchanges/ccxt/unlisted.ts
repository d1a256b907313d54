import type { Troubles } from './troubles.ts'

/** Which of our instruments the exchange does not trade any more, as market and account find out each for itself. */
export interface Unlisted {
  /** Sets all symbols one finder lacks now; the trouble lasts as long as any finder lacks one. */
  report(who: Finder, symbols: Iterable<string>): void
}

type Finder = 'market' | 'account'

export const createUnlisted = (name: string, troubles: Troubles): Unlisted => {
  const known: Record<Finder, readonly string[]> = { market: [], account: [] }
  return {
    report(who, symbols) {
      known[who] = [...symbols]
      const gone = [...new Set([...known.market, ...known.account])].toSorted().join(', ')
      if (gone === '') return troubles.clear('UNKNOWN_SYMBOL')
      const remedy =
        `Check at ${name} what became of positions and orders in ${gone} and close what is left there; ` +
        'then start again with --symbols that are traded as USDT perpetuals.'
      troubles.raise('UNKNOWN_SYMBOL', `${name} does not trade ${gone} any more.`, remedy)
    },
  }
}
