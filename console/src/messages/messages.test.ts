import { afterEach, describe, expect, it } from 'vitest'
import { plural, setMessages, t } from './messages.ts'

afterEach(() => setMessages('en', {}))

it('returns the English text without a translation, with its values', () => {
  setMessages('de', { 'Close all': '' })
  expect(t('Close all')).toBe('Close all')
  expect(t('Close {qty} {symbol}', { qty: '0.1', symbol: 'BTCUSDT' })).toBe('Close 0.1 BTCUSDT')
  expect(t('{unknown} remains')).toBe('{unknown} remains')
})

it('returns the translation, with its values in the order of the language', () => {
  setMessages('de', { 'Close {qty} at market': '{qty} zum Marktpreis schließen' })
  expect(t('Close {qty} at market', { qty: 2 })).toBe('2 zum Marktpreis schließen')
})

it('translates a text by its context, which is not displayed', () => {
  expect(t('candle|Close')).toBe('Close')
  setMessages('de', { Close: 'Schließen', 'candle|Close': 'Schluss' })
  expect([t('Close'), t('candle|Close')]).toEqual(['Schließen', 'Schluss'])
})

describe('a text that depends on a number', () => {
  const write = (count: number) => plural(count, '{count} check', '{count} checks')

  it('is English without a translation', () => {
    expect([0, 1, 2].map(write)).toEqual(['0 checks', '1 check', '2 checks'])
    setMessages('de', { '{count} checks': { one: '', other: '' } })
    expect([1, 2].map(write)).toEqual(['1 check', '2 checks'])
  })

  it('has the plural categories of the language', () => {
    setMessages('pl', { '{count} checks': { one: '{count} test', few: '{count} testy', other: '{count} testów' } })
    expect([1, 3, 5].map(write)).toEqual(['1 test', '3 testy', '5 testów'])
    setMessages('zh-Hans', { '{count} checks': { other: '{count} 项检查' } })
    expect([1, 2].map(write)).toEqual(['1 项检查', '2 项检查'])
  })
})
