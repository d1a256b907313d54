import { compareDecimals, type Decimal, decimal, parseDecimal } from '../core/decimal.ts'
import { type SettingReader, wholeNumber } from './market.ts'

/** Reads the settings of the paper account. */
export const parsePaper = ({ read }: PaperReader): PaperConfig => ({
  paperBalance: read(
    'paperBalance',
    positiveAmount,
    decimal('10000'),
    'an amount of USDT above zero and up to 1000000000, such as 10000',
  ),
  paperRecording: {
    days: read('paperRecordingDays', wholeNumber(0, 90), 7, 'a whole number of days from 0 to 90'),
    megabytes: read('paperRecordingMb', wholeNumber(64, 1_000_000), 1_024, 'a whole number from 64 to 1000000'),
  },
})

type PaperReader = SettingReader<'paperBalance' | 'paperRecordingDays' | 'paperRecordingMb'>

/** Settings of the paper account. */
export interface PaperConfig {
  /** Initial balance of a new paper account, in USDT. */
  readonly paperBalance: Decimal
  /** Recording of the market beside the account, kept for some days and up to a size; no days records nothing. */
  readonly paperRecording: { readonly days: number; readonly megabytes: number }
}

const BALANCE_MAX = decimal('1000000000')

const positiveAmount = (text: string): Decimal | undefined => {
  const amount = parseDecimal(text)
  const sound = amount.ok && amount.value.units > 0n && amount.value.scale <= 8
  return sound && compareDecimals(amount.value, BALANCE_MAX) <= 0 ? amount.value : undefined
}
