/** Loading of scripts that are not fetched with the page, and scheduling of work for an idle moment. */

import { t } from './messages/messages.ts'
import type { Part } from './parts.ts'

/**
 * Starts the download of the scripts, except texts in other languages. The page lists each with its digest, which
 * covers a later import only once the link is part of the document.
 */
export const fetchOtherScripts = (): void => fetchScripts(NOT_TEXTS)

/** Starts the same downloads one after the other, each in an idle moment: forty at once would hold up input. */
export const fetchOtherScriptsWhenIdle = (): void => {
  const [link] = findScripts(NOT_TEXTS)
  if (!link) return
  document.head.append(link)
  requestIdle(fetchOtherScriptsWhenIdle)
}

/** Starts the download of the scripts that the screen at an address needs first. */
export const fetchScreenScripts = (path: string): void => fetchScripts(`[data-for~="${CSS.escape(path)}"]`)

/** Starts the download of the scripts of a part. */
export const fetchPartScripts = (part: Part): void => fetchScripts(`[data-for~="${part}"]`)

/**
 * Loads a script after `fetch` has started its download. Once it is loaded, `use` reads the returned promise without
 * suspending. Browsers do not fetch a failed script again on the same page, so the error asks for a reload.
 */
export const loadScript = <Loaded>(load: () => Promise<Loaded>, fetch = fetchOtherScripts): Promise<Loaded> => {
  fetch()
  const loading = load().catch((cause) => {
    throw new Error(
      t(
        'Its file could not be loaded: the server is unreachable, or was upgraded after this page was opened. Reload the page.',
      ),
      { cause },
    )
  })
  void loading.then(
    (value) => Object.assign(loading, { status: 'fulfilled', value }),
    () => {},
  )
  return loading
}

/** Starts the download of the texts in a language. */
export const fetchTexts = (language: string): void => fetchScripts(`[href^="${TEXTS}${language}-"]`)

const TEXTS = '/assets/messages-'
const NOT_TEXTS = `:not([href^="${TEXTS}"])`

const fetchScripts = (those: string): void => document.head.append(...findScripts(those))

/** Returns the links of scripts whose download has not begun. */
const findScripts = (those: string): Iterable<HTMLLinkElement> =>
  document.querySelector<HTMLTemplateElement>('#other-scripts')?.content.querySelectorAll(`link${those}`) ?? []

/** Calls back in an idle moment after the first screen and its data. */
export const whenIdle = (act: () => void): void => void setTimeout(() => requestIdle(act), AFTER_MS)

/** Calls back in an idle moment. Safari has none. */
const requestIdle = (act: () => void): void =>
  void ('requestIdleCallback' in window ? requestIdleCallback(act, { timeout: WITHIN_MS }) : setTimeout(act))

const AFTER_MS = 2_000
const WITHIN_MS = 2_000
