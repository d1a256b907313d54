/**
 * Script of every documentation page: search dialog, theme choice, copy buttons of code blocks, and scrolling of the
 * navigation.
 */

import MiniSearch from 'minisearch'

interface Section {
  /** Path in the site, with the anchor of the section. */
  readonly address: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

const RESULTS_MAX = 20
const EXCERPT_BEFORE = 50
const EXCERPT_LENGTH = 180

const page = document.body
const sectionsUrl = new URL(page.dataset.sections ?? 'sections.json', location.href)

/** Creates an element with text or children. */
const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

let loading: Promise<MiniSearch<Section>> | undefined

/** Loads the texts when the search is first opened, and builds the index in the page. */
const loadIndex = (): Promise<MiniSearch<Section>> => {
  loading ??= fetch(sectionsUrl).then(async (response) => {
    const index = new MiniSearch<Section>({
      idField: 'address',
      fields: ['title', 'heading', 'text'],
      storeFields: ['address', 'title', 'heading', 'text'],
      searchOptions: {
        boost: { title: 4, heading: 3 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    })
    index.addAll(await response.json())
    return index
  })
  return loading
}

/** Returns the text around the first of the terms, with the terms marked. */
const excerpt = (text: string, terms: readonly string[]): (Node | string)[] => {
  const pattern = new RegExp(
    `(${terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`,
    'giu',
  )
  const start = Math.max(0, text.search(pattern) - EXCERPT_BEFORE)
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const isCut = from + EXCERPT_LENGTH < text.length
  const cut = text.slice(from, from + EXCERPT_LENGTH).replace(isCut ? / \S*$/ : '', '')
  const parts = cut.split(pattern).map((part, nth) => (nth % 2 === 1 ? element('mark', {}, part) : part))
  return [from > 0 ? '… ' : '', ...parts, isCut ? ' …' : '']
}

const resultItem = ({ address, title, heading, text }: Section, terms: readonly string[]): HTMLLIElement => {
  const place = element('span', { className: 'place' }, heading === '' ? title : `${title} › ${heading}`)
  const link = element('a', { href: new URL(address, sectionsUrl).href }, place)
  link.append(element('span', { className: 'excerpt' }, ...excerpt(text, terms)))
  return element('li', {}, link)
}

/** Adds the search dialog, which `/` opens. */
const addSearch = (opener: HTMLButtonElement): void => {
  const input = element('input', { type: 'search', autocomplete: 'off', spellcheck: false })
  input.setAttribute('aria-label', 'Search the documentation')
  input.placeholder = 'Search the documentation'
  const list = element('ul')
  const status = element('p', { className: 'quiet' })
  status.setAttribute('role', 'status')
  const dialog = element('dialog', { className: 'finder' }, input, status, list)
  dialog.setAttribute('aria-label', 'Search')
  page.append(dialog)

  const run = async (): Promise<void> => {
    const query = input.value.trim()
    const index = await loadIndex()
    if (query !== input.value.trim()) return
    const results = query === '' ? [] : index.search(query)
    const items = results.slice(0, RESULTS_MAX).map((result) => resultItem(result as unknown as Section, result.terms))
    list.replaceChildren(...items)
    status.textContent = query === '' ? '' : describeCount(results.length, query)
  }
  const open = (): void => {
    dialog.showModal()
    input.select()
    void loadIndex()
  }
  opener.hidden = false
  opener.addEventListener('click', open)
  input.addEventListener('input', () => void run())
  dialog.addEventListener('keydown', (event) => moveFocus(event, input, list))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    event.preventDefault()
    open()
  })
}

const describeCount = (count: number, query: string): string => {
  if (count === 0) return `Nothing found for “${query}”.`
  return count === 1 ? '1 result' : `${count} results`
}

/** Moves between the input and the results with the arrow keys; Enter in the input opens the first result. */
const moveFocus = (event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement): void => {
  const links = [...list.querySelectorAll('a')]
  if (event.key === 'Enter' && event.target === input) links[0]?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const stops: HTMLElement[] = [input, ...links]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus()
}

/** Lets the reader choose the theme; the console and all its tabs follow. */
const addThemeChoice = (label: HTMLLabelElement): void => {
  const select = label.querySelector('select')
  if (!select) return
  const { dataset } = document.documentElement
  select.value = dataset.theme ?? 'system'
  label.hidden = false
  select.addEventListener('change', () => {
    dataset.theme = select.value
    try {
      localStorage.setItem('plimsoll.theme', select.value)
    } catch {}
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'plimsoll.theme') return
    dataset.theme = newValue ?? 'system'
    select.value = dataset.theme
  })
}

/** Adds a button to each code block that copies its text. */
const addCopyButtons = (): void => {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('pre')) {
    const button = element('button', { type: 'button', className: 'copy' }, 'Copy')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent?.trim() ?? '')
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2_000)
    })
    const frame = element('div', { className: 'code' })
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

/** Scrolls the navigation to the current page, without moving the page itself. */
const showCurrent = (sidebar: HTMLElement): void => {
  const current = sidebar.querySelector<HTMLElement>('[aria-current]')
  if (current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2
}

const opener = document.querySelector<HTMLButtonElement>('header .search')
if (opener) addSearch(opener)
const theme = document.querySelector<HTMLLabelElement>('header .theme')
if (theme) addThemeChoice(theme)
addCopyButtons()
const sidebar = document.querySelector<HTMLElement>('.sidebar')
if (sidebar) showCurrent(sidebar)
