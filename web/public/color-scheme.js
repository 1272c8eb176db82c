// Sets the colour scheme before the first paint; a script of its own, because the page allows no inline scripts.
// `auto`, `light` or `dark` is what the user chose in this browser. The client changes the attribute afterwards.
(() => {
  const root = document.documentElement;
  const attribute = 'data-mantine-color-scheme';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  let chosen = null;
  try {
    chosen = localStorage.getItem('color-scheme');
  } catch {
    // A blocked storage: the system decides.
  }
  const colourBrowser = () => {
    const scheme = root.getAttribute(attribute);
    document.querySelector('meta[name="color-scheme"]').content = scheme;
    document.querySelector('meta[name="theme-color"]').content = scheme === 'dark' ? '#16191f' : '#ffffff';
  };
  root.setAttribute(attribute, chosen === 'light' || chosen === 'dark' ? chosen : system);
  colourBrowser();
  new MutationObserver(colourBrowser).observe(root, { attributeFilter: [attribute] });
})();
