import type { QuotaStore, QuotaTurn, QuotaWindow } from '../../server/scaled/ports.ts'

/** Quota windows of several gateways in memory, by the clock of the store. */
export const createMemoryQuotas = (now: () => number): QuotaStore & { readonly turns: readonly QuotaTurn[] } => {
  const windows = new Map<string, QuotaWindow>()
  const turns: QuotaTurn[] = []
  return {
    turns,
    async count(due, countTurn) {
      turns.push(...due)
      return due.map((turn) => {
        const { window, count } = countTurn(windows.get(turn.key) ?? null, turn, now())
        windows.set(turn.key, window)
        return count
      })
    },
  }
}
