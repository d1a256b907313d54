import type { Quotas } from '../server/http/security/quotas.ts'

/** Returns request quotas that do not bind, counted in windows of this length. */
export const unlimitedQuotas = (windowMs: number): Quotas => {
  const unlimited = (name: string) => ({ name, requests: 100_000_000, windowMs })
  return {
    standard: unlimited('standard'),
    pro: unlimited('pro'),
    anonymous: unlimited('anon'),
    refresh: unlimited('refresh'),
    refreshToStop: unlimited('refresh-to-stop'),
    control: unlimited('control'),
  }
}
