import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDeadLinks, parseDocument, ROOT, readDocument } from '../../docs/site/documents.ts'
import { DOCUMENTS } from './documents.ts'

const BUILT = join(ROOT, 'docs/dist')

it('finds no broken link in any document', () => {
  expect(findDeadLinks(DOCUMENTS.map(readDocument))).toEqual([])
})

/** Documents that describe earlier states. */
const HISTORY = ['CHANGELOG.md', 'docs/DECISIONS.md']
/** Paths from the root, and those of Architecture from `server/`. */
const FOLDERS = [ROOT, join(ROOT, 'server')]
const PATH = /`(\w+\/[\w./*-]*[a-z/])`/g
/** A file that Contributing has the reader create. */
const EXAMPLE = 'server/domain/risk/gates/max-spread.ts'

it.each(DOCUMENTS.filter((file) => !HISTORY.includes(file)))(
  'names only files and folders that exist in %s',
  (file) => {
    const paths = [...readFileSync(join(ROOT, file), 'utf8').matchAll(PATH)].map(([, path = '']) => path)
    const inProject = paths.filter((path) =>
      FOLDERS.some((folder) => existsSync(join(folder, path.split('/')[0] ?? ''))),
    )
    const exists = (path: string): boolean => FOLDERS.some((cwd) => globSync(path, { cwd }).length > 0)
    expect(inProject.filter((path) => path !== EXAMPLE && !exists(path))).toEqual([])
  },
)

it('returns the links to absent files, anchors and documents', () => {
  const guide = parseDocument(
    'docs/a.md',
    '# A\n\n## Two words\n\n[b](b.md#b) [self](#two-words) [out](https://a.test)',
  )
  const other = parseDocument('docs/b.md', '# B\n\n[a](a.md#nope) [gone](gone.md) ![no](no.png) <img src="../x.png">')
  expect(findDeadLinks([guide, other])).toEqual([
    'docs/b.md: the link a.md#nope leads nowhere.',
    'docs/b.md: the link gone.md leads nowhere.',
    'docs/b.md: the link no.png leads nowhere.',
    'docs/b.md: the link ../x.png leads nowhere.',
  ])
})

it('gives headings with the same text separate anchors', () => {
  const { headings } = parseDocument('a.md', '# `a` and b\n\n## Limits\n\n## Limits')
  expect(headings.map(({ id }) => id)).toEqual(['a-and-b', 'limits', 'limits-1'])
})

it('builds pages without inline scripts, styles and resources from elsewhere', () => {
  const pages = existsSync(BUILT) ? globSync('**/*.html', { cwd: BUILT }) : []
  expect(pages.length, 'npm run docs').toBeGreaterThan(DOCUMENTS.length - 5)
  const inline = /<script(?![^>]*\bsrc=)|<style|\bstyle="|\bon\w+="|<(script|link|img)[^>]*(src|href)="(https?:)?\/\//
  expect(
    pages.filter((page) => inline.test(readFileSync(join(BUILT, page), 'utf8').replaceAll(/<pre[\s\S]*?<\/pre>/g, ''))),
  ).toEqual([])
})
