/** Deferred loading of scripts that the first screen does not need, and scheduling of work for an idle moment. */

import { t } from './messages/messages.ts'

/**
 * Starts the download of the scripts, except texts in other languages. The page lists each with its digest, which
 * covers a later import only once the link has its address.
 */
export const fetchOtherScripts = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[data-href]:not([data-href^="${TEXTS}"])`))
    fetchScript(link)
}

/**
 * Loads a script that the first screen does not need. Once it is loaded, `use` reads the returned promise without
 * suspending. Browsers do not fetch a failed script again on the same page, so the error asks for a reload.
 */
export const loadScript = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => {
  fetchOtherScripts()
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
export const fetchTexts = (language: string): void => {
  const link = document.querySelector<HTMLLinkElement>(`link[data-href^="${TEXTS}${language}-"]`)
  if (link) fetchScript(link)
}

const TEXTS = '/assets/messages-'

const fetchScript = (link: HTMLLinkElement): void => {
  link.href = link.dataset.href ?? ''
  delete link.dataset.href
}

/** Calls back in an idle moment after the first screen. Safari has no idle callback. */
export const whenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: WITHIN_MS })
  else setTimeout(act, WITHIN_MS)
}

const WITHIN_MS = 2_000
