/** The server writes a fresh nonce into the page for every answer; styles made at run time must carry it. */
export const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
