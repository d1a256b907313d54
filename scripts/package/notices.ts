/** Third-party notices of the npm package: the shipped packages and their licence texts. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWithDependencies, type Lockfile, packageName } from './locked-packages.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface ShippedSources {
  readonly manifest: Manifest
  readonly console: Manifest
  readonly client: Manifest
  readonly lockfile: Lockfile
}

export interface NoticeSources extends ShippedSources {
  /** Returns the licence and notice files of an installed package. */
  readonly readLicences: (path: string) => readonly string[]
}

/** Development packages of the console that leave no code in its build. */
const BUILDERS = /^(@types\/.*|@plimsoll\/client|@tailwindcss\/vite|@vitejs\/.*|vite)$/

/** Search library of the documentation site. */
const SEARCH = 'minisearch'

/** Attributions that a licence requires but the package does not contain. */
const ATTRIBUTIONS: Readonly<Record<string, string>> = {
  '@fastify/swagger-ui':
    'Contains Swagger UI, Copyright 2020-2021 SmartBear Software Inc., under the Apache License, Version 2.0 (the text is that of LICENSE).',
  'abstract-logging': 'Copyright (c) James Sumners',
  'fancy-canvas': 'Copyright (c) TradingView, Inc.',
  'lightweight-charts':
    'TradingView Lightweight Charts™\n\nCopyright (с) 2025 TradingView, Inc. https://www.tradingview.com/',
}

/** Text of the MIT licence, for packages without a licence file. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to
do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const INTRODUCTION = `Third-party notices

Plimsoll contains or installs the packages below, under the licences named. A licence text follows once, after all packages it
belongs to. Packages for one platform, such as Node itself, come with their own licence files and are listed without a text.
`

const RULE = `\n${'-'.repeat(80)}\n`

/** Returns the notices of every package that the server, the console and the documentation contain or install. */
export const notices = (sources: NoticeSources): string => {
  const { lockfile, readLicences } = sources
  const paths = findShipped(sources)
  const byText = new Map<string, string[]>()
  for (const path of paths) {
    const { version, license, os } = lockfile.packages[path] ?? {}
    const name = packageName(path)
    const text = os ? 'Licence files: in the package' : licenceText(name, license, readLicences(path))
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  return [INTRODUCTION, ...[...byText].map(([text, titles]) => `${[...new Set(titles)].join('\n')}\n\n${text}\n`)].join(
    RULE,
  )
}

const licenceText = (name: string, license: string | undefined, texts: readonly string[]): string => {
  const attribution = ATTRIBUTIONS[name] ?? []
  const standard = license === 'MIT' ? MIT : `Licence: ${license}`
  return [texts, attribution, texts.length > 0 ? [] : standard].flat().map(normalise).join('\n\n')
}

/** Returns the paths of the packages that the server, the console and the documentation contain or install. */
export const findShipped = (sources: ShippedSources): string[] =>
  findWithDependencies(sources.lockfile, shippedNames(sources))

const shippedNames = ({ manifest, console, client }: ShippedSources): string[] => [
  ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  ...Object.keys(client.dependencies ?? {}),
  ...Object.keys(console.devDependencies ?? {}).filter((name) => !BUILDERS.test(name)),
  SEARCH,
]

const normalise = (text: string): string =>
  text
    .replaceAll('\r', '')
    .replace(/[ \t]+$/gm, '')
    .trim()

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** Returns the texts of the licence and notice files in a package. Throws when the package is not installed. */
export const readLicenceFiles = (path: string): string[] =>
  readdirSync(path)
    .filter((name) => LICENCE_FILE.test(name))
    .toSorted()
    .map((name) => readFileSync(join(path, name), 'utf8'))
