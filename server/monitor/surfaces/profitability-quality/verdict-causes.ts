/** Reasons for the verdicts of the surface `profitability-quality-scorecard`, with their numbers. */

import type { Cause, Frame } from '../../frame/surface.ts'
import type { Assessment } from './scorecard-data.ts'

/** Returns the reasons of the scorecard's verdict, with their numbers. */
export const verdictCauses = (assessed: Assessment, { constitution: { monitor } }: Frame) => {
  const { meanR, psr0 } = assessed
  const isLikely = meanR !== null && meanR > 0 && psr0 !== null && psr0 >= monitor.likelySharpeProbability
  return {
    isLikely,
    interval: intervalCause(assessed),
    likelyLoss: psrCause(assessed, 1 - monitor.likelySharpeProbability, 'The Sharpe ratio is probably below zero'),
    unlikely: [
      intervalCause(assessed),
      psrCause(assessed, monitor.likelySharpeProbability, 'The sign of the Sharpe ratio is not certain'),
    ],
    /** Returns why it is not proven; empty when it is. */
    unproven: (tried: Tried): Cause[] => [
      ...((assessed.ciR?.[0] ?? 0) > 0 ? [] : [intervalCause(assessed)]),
      ...deflatedCauses(tried, monitor.provenDeflatedSharpe),
      ...trackCauses(assessed),
      ...tradeCauses(assessed, monitor.provenTrades),
      ...trialCauses(tried, monitor.maxOverfitProbability),
    ],
  }
}

interface Tried {
  readonly dsr: number | null
  readonly registered: number
  /** Probability of overfitting; null when it is not known. */
  readonly overfit: number | null
}

/** Rounds to the significant digits for display. */
export const short = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'not measured' : String(Number(value.toPrecision(3)))

const intervalCause = ({ meanR, ciR }: Assessment): Cause => ({
  code: 'MEAN_R',
  message: `The mean R lies between ${short(ciR?.[0])} and ${short(ciR?.[1])} with 95% confidence`,
  ...(meanR !== null && { value: meanR }),
  threshold: 0,
  unit: 'R',
  of: ['trades'],
})

const psrCause = ({ psr0 }: Assessment, threshold: number, message: string): Cause => ({
  code: 'SHARPE_PROBABILITY',
  message,
  value: psr0 ?? 'not measured',
  threshold,
  of: ['equityDays'],
})

const deflatedCauses = ({ dsr, registered }: Tried, threshold: number): Cause[] =>
  dsr !== null && dsr >= threshold
    ? []
    : [
        {
          code: 'DEFLATED_SHARPE',
          message: `The best of ${registered} trials could look as good by chance`,
          value: dsr ?? 'not measured',
          threshold,
          of: ['equityDays', 'trials'],
        },
      ]

const trackCauses = ({ days, minTrackDays }: Assessment): Cause[] =>
  minTrackDays !== null && days >= minTrackDays
    ? []
    : [
        {
          code: 'TRACK_RECORD',
          message: 'The track record is too short to establish this Sharpe ratio',
          value: days,
          threshold: minTrackDays === null ? 'no track record would be long enough' : Math.ceil(minTrackDays),
          unit: 'days',
          of: ['equityDays'],
        },
      ]

const tradeCauses = ({ trades }: Assessment, threshold: number): Cause[] =>
  trades >= threshold
    ? []
    : [{ code: 'CLOSED_TRADES', message: 'Enough closed trades to prove it', value: trades, threshold, of: ['trades'] }]

/**
 * Returns the causes about overfitting: a single trial cannot be overfitted; the best of several requires a low
 * probability of overfitting.
 */
const trialCauses = ({ registered, overfit }: Tried, most: number | null): Cause[] => {
  if (registered === 1 || (overfit !== null && most !== null && overfit <= most)) return []
  if (overfit === null)
    return [
      {
        code: 'TRIALS',
        message:
          'The best of several trials is proven only with a probability of overfitting, which is not measured yet',
        value: registered,
        threshold: 1,
        unit: 'trials',
        of: ['trials'],
      },
    ]
  return [
    {
      code: 'OVERFIT_PROBABILITY',
      message: 'The best of several trials may be best by chance',
      value: overfit,
      threshold: most ?? 'not configured',
      of: ['trials'],
    },
  ]
}
