/**
 * Rules for every component of the public status: store, market data, exchange, engine, protection, clock, audit log
 * and messenger.
 */

import { isClockOffset } from '../../../domain/control/clock-step.ts'
import type { InputName } from '../../frame/inputs.ts'
import type { Frame } from '../../frame/surface.ts'
import {
  beyond,
  type Component,
  type ComponentRule,
  type Condition,
  degraded,
  down,
  judgeComponent,
  type StatusInputs,
  up,
} from './component.ts'

/** Returns the state of every observed component. */
export const judgeComponents = (
  inputs: StatusInputs,
  frame: Pick<Frame, 'constitution' | 'nowMs' | 'observedAtMs'>,
): Component[] => RULES.map((rule) => judgeComponent(rule, inputs, frame))

/** Inputs of the components. */
export const COMPONENT_INPUTS = [
  'store',
  'engine',
  'feeds',
  'privateStream',
  'reconciliation',
  'positions',
  'clock',
  'audit',
  'channels',
] as const

/** Returns the inputs of a component. */
export const componentInputs = ({ id }: Component): readonly InputName[] =>
  RULES.find((rule) => rule.id === id)?.from ?? []

const MARKET_TROUBLES: readonly string[] = ['MARKET_STREAM', 'UNKNOWN_SYMBOL', 'OTHER_STEPS']

const RULES: readonly ComponentRule[] = [
  { id: 'API', from: [], assess: () => up('ANSWERING') },
  {
    id: 'STORE',
    from: ['store'],
    assess: ({ store }, { constitution: { data } }) => {
      if (store?.failure) return down('WRITE_FAILED')
      if (beyond(store?.commitP99Ms ?? 0, data.maxCommitP99Ms)) return degraded('SLOW_COMMITS')
      const { freeDiskBytes = null } = store ?? {}
      const isLow = freeDiskBytes !== null && freeDiskBytes < (data.minFreeDiskBytes ?? Number.POSITIVE_INFINITY)
      return isLow ? degraded('LOW_DISK') : up('DURABLE')
    },
  },
  {
    id: 'MARKET_DATA',
    from: ['feeds'],
    assess: ({ feeds = [], engine }, { constitution: { data } }) => {
      const trouble = findTrouble(engine?.exchange, (code) => MARKET_TROUBLES.includes(code))
      if (trouble) return trouble
      if (feeds.some(({ bookState }) => bookState !== 'SYNCED')) return degraded('BOOKS_NOT_SYNCED')
      const isQuiet = feeds.every(({ bookAgeMs }) => beyond(bookAgeMs, data.maxBookAgeMs))
      return isQuiet ? degraded('BOOKS_OLD') : up('SEEN')
    },
  },
  {
    id: 'EXCHANGE_PRIVATE',
    from: ['privateStream', 'reconciliation'],
    assess: ({ privateStream, reconciliation, engine }) => {
      if (privateStream?.state !== 'connected') return down('STREAM_LOST')
      const trouble = findTrouble(engine?.exchange, (code) => !MARKET_TROUBLES.includes(code))
      if (trouble) return trouble
      return (reconciliation?.differences ?? 0) > 0 ? degraded('BOOKS_DIFFER') : up('BOOKS_AGREE')
    },
  },
  {
    id: 'ENGINE',
    from: ['engine'],
    assess: ({ engine }) => (engine?.state === 'DEGRADED' ? degraded('DEGRADED') : up(engine?.state ?? 'STOPPED')),
  },
  {
    id: 'PROTECTION',
    from: ['positions'],
    assess: ({ positions = [] }, { constitution: { protection }, nowMs }) => {
      const waits = positions.flatMap(({ protection: { unprotectedSince } }) =>
        unprotectedSince === null ? [] : [nowMs - Date.parse(unprotectedSince)],
      )
      if (waits.some((waitedMs) => waitedMs > protection.budgetMs)) return down('UNPROTECTED')
      if (positions.length === 0) return up('NOTHING_TO_PROTECT')
      return up(waits.length > 0 ? 'PENDING' : 'PROTECTED')
    },
  },
  {
    id: 'CLOCK',
    from: ['clock'],
    assess: ({ clock }, { constitution: { data } }) => {
      if (!clock?.checked) return up('MARKET_CLOCK')
      const off = clock.offsetMs === null ? null : Math.abs(clock.offsetMs) + (clock.errorMs ?? 0)
      if (!beyond(off, data.maxClockErrorMs)) return up('RIGHT')
      return degraded(isClockOffset(clock) ? 'OFF' : 'UNCERTAIN')
    },
  },
  {
    id: 'AUDIT',
    from: ['audit'],
    assess: ({ audit }) => {
      if (audit?.broken != null) return down('BROKEN')
      return audit?.status === 'RECORDED' ? up('RECORDED') : degraded(audit?.status ?? 'HELD')
    },
  },
  {
    id: 'MESSENGER',
    from: ['channels'],
    assess: ({ channels = [] }) => {
      const enabled = channels.filter((channel) => channel.enabled)
      if (enabled.length === 0) return up('NOT_CONFIGURED')
      const failing = enabled.filter(({ lastErrorCategory }) => lastErrorCategory !== null)
      if (failing.length === enabled.length) return down('NOT_DELIVERED')
      return failing.length > 0 ? degraded('PARTLY_DELIVERED') : up('CONFIGURED')
    },
  },
]

type Exchange = NonNullable<StatusInputs['engine']>['exchange']

const findTrouble = (exchange: Exchange | undefined, concerns: (code: string) => boolean): Condition | undefined => {
  const trouble = exchange?.troubles.find(({ code }) => concerns(code))
  return trouble && degraded(trouble.code)
}
