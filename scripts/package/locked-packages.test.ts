import { expect, it } from 'vitest'
import { findWithDependencies } from './locked-packages.ts'

it('returns packages with all they depend on, each in the version that Node loads', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1', c: '1' }, optionalDependencies: { native: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { peerDependencies: { d: '1', e: '1' }, peerDependenciesMeta: { e: { optional: true } } },
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/unrelated': {},
  }
  expect(findWithDependencies({ packages }, ['a'])).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/d',
  ])
})

it('rejects a lockfile without a required package', () => {
  const packages = { 'node_modules/a': { dependencies: { b: '1' } } }
  expect(() => findWithDependencies({ packages }, ['a'])).toThrow('no b, which node_modules/a needs')
})
