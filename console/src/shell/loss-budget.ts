import { addDecimals, getSign, takePercent } from '../figures/decimal.ts'

interface Losing {
  /** Of the day, until now. */
  readonly net: string
  readonly begunWith: string
  readonly limitPercent: number
}

interface LossBudget {
  /** What more may be lost today before the limit of the day is reached, in USDT; never below nothing. */
  readonly left: string
  /** Of what the day may lose in all, for a bar: from 0 to 1. */
  readonly share: number
}

/** How much more the day may lose. What it has gained may be lost as well, as the limit is of the day's net result. */
export const computeLossBudget = ({ net, begunWith, limitPercent }: Losing): LossBudget => {
  const allowed = takePercent(begunWith, limitPercent)
  const left = addDecimals(allowed, net)
  if (getSign(left) <= 0) return { left: '0', share: 0 }
  return { left, share: Math.min(1, Number(left) / Number(allowed)) }
}
