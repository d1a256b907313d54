/** Loading of scripts that are not fetched with the page, and scheduling of work for an idle moment. */

import { t } from './messages/messages.ts'
import type { Part } from './parts.ts'

/**
 * Starts the download of the scripts, except texts in other languages. The page lists each with its digest, which
 * covers a later import only once the link is part of the document.
 */
export const fetchOtherScripts = (): void => fetchScripts(`:not([href^="${TEXTS}"])`)

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

const fetchScripts = (those: string): void => {
  const listed = document.querySelector<HTMLTemplateElement>('#other-scripts')
  document.head.append(...(listed?.content.querySelectorAll(`link${those}`) ?? []))
}

/** Calls back in an idle moment after the first screen and its data. Safari has no idle callback. */
export const whenIdle = (act: () => void): void => {
  const wait = 'requestIdleCallback' in window ? () => requestIdleCallback(act, { timeout: WITHIN_MS }) : act
  setTimeout(wait, AFTER_MS)
}

const AFTER_MS = 2_000
const WITHIN_MS = 2_000
