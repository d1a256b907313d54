import { describe, expect, it } from 'vitest'
import { SCREENS } from '../screens.ts'
import { formatChord, readChord } from './read-chord.ts'
import { isSingleKey, shortcutsFor } from './shortcuts.ts'

const ADMIN = { user: { roles: ['ADMIN'] }, account: 'main' } as const

const NO_KEYS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

it.each([
  ['?', { key: '?', code: 'Slash', shiftKey: true }],
  ['g', { key: 'G', code: 'KeyG' }],
  ['Shift+P', { key: 'P', code: 'KeyP', shiftKey: true }],
  ['Ctrl+K', { key: 'k', code: 'KeyK', metaKey: true }],
  ['Ctrl+Shift+K', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }],
  ['Alt+Shift+X', { key: '˛', code: 'KeyX', altKey: true, shiftKey: true }],
  ['Escape', { key: 'Escape', code: 'Escape' }],
])('writes %s as the list does', (chord, press) => {
  expect(formatChord({ ...NO_KEYS, ...press })).toBe(chord)
})

const readShortcut = (...chords: readonly string[]) => {
  const shortcuts = shortcutsFor(ADMIN)
  let reading: ReturnType<typeof readChord> = { shortcut: undefined, begun: [] }
  for (const chord of chords) reading = readChord(shortcuts, reading.begun, chord)
  return reading.shortcut?.name
}

describe('keys one after the other', () => {
  it.each([
    [['g', 'm'], '/market'],
    [['g', 'g', 'm'], '/market'],
    [['g', '?'], 'help'],
    [['m'], undefined],
    [['g', 'x', 'm'], undefined],
    [['Shift+P'], 'pause'],
  ] as const)('%j mean %s', (chords, name) => {
    expect(readShortcut(...chords)).toBe(name)
  })

  it('maps each screen to a separate letter', () => {
    expect(SCREENS.map(({ letter }) => readShortcut('g', letter))).toEqual(SCREENS.map(({ path }) => path))
  })
})

it('has no shortcut for screens the user cannot see', () => {
  const names = shortcutsFor({ user: { roles: ['VIEWER'] } }).map(({ name }) => name)
  expect(names).toContain('/market')
  expect(names.filter((name) => ['pause', 'stop', '/audit'].includes(name))).toEqual([])
})

it('distinguishes single keys from other shortcuts', () => {
  const others = shortcutsFor(ADMIN).filter((shortcut) => !isSingleKey(shortcut))
  expect(others.map(({ name }) => name)).toEqual(['palette', 'stop', 'close'])
})
