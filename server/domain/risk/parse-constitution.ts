import { parseDecimal } from '../../core/decimal.ts'
import { isRecord } from '../../core/json.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { MONEY_SCALE } from '../account/money.ts'
import type { Constitution } from './constitution.ts'
import { CONSTITUTION_SETTINGS, DEFAULT_CONSTITUTION } from './default-constitution.ts'
import type { Setting, SettingRule } from './setting-rule.ts'
import { DEFAULT_STOPS } from './stop-distance.ts'

/**
 * Parses the constitution file of the host; omitted settings have their defaults. On failure, lists every problem with
 * its location and remedy.
 */
export const parseConstitution = (json: unknown): Result<Constitution, string[]> => {
  if (!isRecord(json)) return err([`The file contains ${excerpt(json)}; it must be an object such as {"limits": {}}.`])
  const sections = Object.keys(CONSTITUTION_SETTINGS)
  const problems = Object.keys(json)
    .filter((key) => !sections.includes(key))
    .map((key) => `${excerpt(key)} is not a section. Remove it; the sections are ${sections.join(', ')}.`)
  const section = <S extends keyof Constitution>(name: S): Constitution[S] => {
    problems.push(...sectionProblems(name, json[name]))
    return { ...DEFAULT_CONSTITUTION[name], ...(json[name] as Partial<Constitution[S]>) }
  }
  const constitution: Constitution = {
    limits: section('limits'),
    data: section('data'),
    protection: section('protection'),
    execution: section('execution'),
    autotrading: section('autotrading'),
    monitor: section('monitor'),
  }
  if (problems.length === 0) problems.push(...contradictions(constitution))
  return problems.length === 0 ? ok(constitution) : err(problems)
}

const sectionProblems = (name: keyof Constitution, given: unknown): string[] => {
  if (given === undefined) return []
  if (!isRecord(given)) return [`${name} is ${excerpt(given)}; it must be an object, or be omitted.`]
  const settings = new Map<string, Setting<unknown>>(Object.entries(CONSTITUTION_SETTINGS[name]))
  return Object.entries(given).flatMap(([key, value]) => {
    const rule = settings.get(key)?.allowed
    if (!rule) {
      return [
        `${name}.${key} is not a setting. Remove it; the settings of ${name} are ${[...settings.keys()].join(', ')}.`,
      ]
    }
    return holds(rule, value) ? [] : [`${name}.${key} is ${excerpt(value)}; ${remedyFor(rule, value)}.`]
  })
}

const holds = (rule: SettingRule, value: unknown): boolean => {
  if (value === null) return rule.nullable
  if (rule.form === 'boolean') return typeof value === 'boolean'
  const number = rule.form === 'number' || rule.form === 'whole' ? value : numberIn(value)
  if (typeof number !== 'number' || !(number >= rule.from && number <= rule.to)) return false
  return rule.form === 'number' || rule.form === 'decimalText' || Number.isSafeInteger(number)
}

/**
 * Returns the number in a decimal string; undefined when it is not a number or has more fraction digits than an amount.
 */
const numberIn = (value: unknown): number | undefined => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : undefined
  return parsed?.ok && parsed.value.scale <= MONEY_SCALE ? Number(value) : undefined
}

const remedyFor = (rule: SettingRule, value: unknown): string => {
  if (rule.form === 'boolean') return 'it must be true or false'
  const isText = rule.form === 'decimalText' || rule.form === 'wholeText'
  if (isText && typeof value === 'number') return `write it as text, in quotes: "${value}"`
  const range = isText ? `from "${rule.from}" to "${rule.to}"` : `from ${rule.from} to ${rule.to}`
  const orNull = rule.nullable ? ', or null for "not configured"' : ''
  return `it must be ${FORMS[rule.form]} ${range}${orNull}`
}

const FORMS: Record<Exclude<SettingRule['form'], 'boolean'>, string> = {
  number: 'a number',
  whole: 'a whole number',
  decimalText: 'decimal text with at most eight fraction digits',
  wholeText: 'the text of a whole number',
}

/** Returns the contradictions between settings that are individually allowed. */
const contradictions = ({ limits, data, protection, execution }: Constitution): string[] => [
  ...(protection.fallbackAfterMs < protection.budgetMs
    ? ['protection.fallbackAfterMs is less than protection.budgetMs; a position is closed only after its time is over.']
    : []),
  ...(limits.maxStopPct !== null && limits.maxStopPct * BPS_PER_PCT < DEFAULT_STOPS * protection.defaultStopBps
    ? [
        'limits.maxStopPct must be at least twice protection.defaultStopBps, or a default stop can be refused as too far.',
      ]
    : []),
  ...(data.maxReconciliationAgeMs !== null && execution.reconcileEveryMs >= data.maxReconciliationAgeMs
    ? ['execution.reconcileEveryMs must be less than data.maxReconciliationAgeMs, or orders are refused in between.']
    : []),
  ...(execution.unknownOutcomeHaltMs < LONGEST_PROOF * (execution.recvWindowMs + execution.settleMs)
    ? [
        'execution.unknownOutcomeHaltMs must be at least twice recvWindowMs and settleMs together, or the engine halts before an outcome can be established.',
      ]
    : []),
]

const BPS_PER_PCT = 100

/** Maximum proof period, as a multiple of the maximum time a request can be in flight. */
const LONGEST_PROOF = 2

const EXCERPT_MAX = 60

const excerpt = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, EXCERPT_MAX)
