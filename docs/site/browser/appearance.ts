/** Theme of the console, stored by the same browser; loaded before the page is painted. */
try {
  document.documentElement.dataset.theme = localStorage.getItem('plimsoll.theme') ?? 'system'
} catch {}
