// Runs before the first paint, so that a dark till does not flash white. A file, because the CSP forbids inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('comanda_color_scheme');
  } catch {
    // storage is forbidden: as the system
  }
  const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system();
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
