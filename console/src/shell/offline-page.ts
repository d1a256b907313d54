/** Keeps a page that explains a missing connection, which the browser shows where the console cannot be loaded. */
export const registerOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  const register = () => navigator.serviceWorker.register('/offline-worker.js')
  addEventListener('load', () => void register().catch(() => {}), { once: true })
}
