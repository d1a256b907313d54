/** Validation of the order ticket: input errors found in the browser, and those returned by the server. */

import { PlimsollError } from '@plimsoll/client'
import { getSign, isDecimal, isMultiple } from '../figures/decimal.ts'
import { t } from '../messages/messages.ts'
import { type NumberName, numberFields, type TicketValues } from './ticket-values.ts'

/** Input errors of the number fields, by field. */
export type Faults = Readonly<Partial<Record<NumberName, string>>>

/** Tick size and lot size of an instrument. */
export interface Steps {
  readonly tickSize: string
  readonly lotSize: string
}

/** Returns the input errors that need no server: values that are not numbers, or not a multiple of the step. */
export const findFaults = (wanted: TicketValues, steps: Steps | undefined): Faults =>
  Object.fromEntries(
    numberFields(wanted).flatMap((name) => {
      const fault = wanted[name] === '' ? emptyFault(name) : writtenFault(name, wanted, steps)
      return fault === undefined ? [] : [[name, fault]]
    }),
  )

const NEEDED: readonly NumberName[] = ['size', 'price', 'trigger']

const emptyFault = (name: NumberName): string | undefined => (NEEDED.includes(name) ? t('is missing') : undefined)

const BPS_MAX = 1_000

const writtenFault = (name: NumberName, wanted: TicketValues, steps: Steps | undefined): string | undefined => {
  const text = wanted[name]
  if (name === 'slippage') return bpsFault(text)
  const step = name === 'size' ? sizeStep(wanted, steps) : steps?.tickSize
  if (!isDecimal(text)) return t('must be a number such as {step}', { step: step ?? '12.5' })
  if (getSign(text) === 0) return t('must be more than 0')
  return step === undefined || isMultiple(text, step) ? undefined : t('must be a whole multiple of {step}', { step })
}

const sizeStep = ({ sizeIn }: TicketValues, steps: Steps | undefined) => (sizeIn === 'qty' ? steps?.lotSize : undefined)

const bpsFault = (text: string): string | undefined =>
  /^[1-9]\d*$/.test(text) && Number(text) <= BPS_MAX
    ? undefined
    : t('must be a whole number from 1 to {most}', { most: BPS_MAX })

const FIELDS: Readonly<Record<string, NumberName>> = {
  '/qty': 'size',
  '/notional': 'size',
  '/price': 'price',
  '/triggerPrice': 'trigger',
  '/stopLoss': 'stop',
  '/stopLoss/triggerPrice': 'stop',
  '/takeProfit': 'target',
  '/takeProfit/triggerPrice': 'target',
  '/maxSlippageBps': 'slippage',
}

/** Returns the server's validation errors by field; undefined when the error contains anything else. */
export const refusedFields = (error: unknown): Faults | undefined => {
  const errors = error instanceof PlimsollError ? (error.problem?.errors ?? []) : []
  const named = errors.map(({ pointer, detail }) => [FIELDS[pointer], detail] as const)
  if (named.length === 0 || named.some(([name]) => name === undefined)) return undefined
  return Object.fromEntries(named)
}
