/** Applies the theme that the console stores in this browser to a documentation page, before it is painted. */
try {
  document.documentElement.dataset.theme = localStorage.getItem('plimsoll.theme') ?? 'system'
} catch {}
