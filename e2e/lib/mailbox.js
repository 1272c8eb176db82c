import { until } from './until.js';

/** The demo mailbox, newest first. */
export async function mails(origin) {
  const response = await fetch(`${origin}/demo/mailbox.json`);
  return response.json();
}

/** Mails to an address, newest first. */
export const mailsTo = async (origin, to) => (await mails(origin)).filter((mail) => mail.to === to);

/** The first match of `read` in mails to an address since a moment; other mails may arrive as well. */
const readIn = (origin, to, since, read) =>
  until(async () => {
    const mine = (await mailsTo(origin, to)).filter(({ at }) => new Date(at) >= since);
    return mine.map(({ text }) => read(text)).find(Boolean);
  }, `nothing of that kind came to ${to}`);

/** Exactly six digits; a reference has more. */
export const codeFor = (origin, to, since) =>
  readIn(origin, to, since, (text) => /(?<![\d-])\d{6}(?!\d)/.exec(text)?.[0]);

export const linkFor = (origin, to, since) => readIn(origin, to, since, (text) => /https?:\/\/\S+/.exec(text)?.[0]);
