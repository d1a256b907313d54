/**
 * Fetches the scripts that the first screen does not need. The page lists each with its digest, which holds for a later
 * import only once the link has its address.
 */
export const fetchOtherScripts = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-href]')) {
    link.href = link.dataset.href ?? ''
    delete link.dataset.href
  }
}
