/** The server writes a fresh nonce into every page; styles created at run time must carry it. */
export const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
