import { until } from './until.js';

/** What the demo's mailbox holds, newest first. */
export async function mails(origin) {
  const response = await fetch(`${origin}/demo/mailbox.json`);
  return response.json();
}

/** What came to an address, newest first. */
export const mailsTo = async (origin, to) => (await mails(origin)).filter((mail) => mail.to === to);

/** The first answer that `read` finds in what came to an address after a moment; other messages may come to it as well. */
const readIn = (origin, to, since, read) =>
  until(async () => {
    const mine = (await mailsTo(origin, to)).filter(({ at }) => new Date(at) >= since);
    return mine.map(({ text }) => read(text)).find(Boolean);
  }, `nothing of that kind came to ${to}`);

/** Six figures that stand alone; a reference has more. */
export const codeFor = (origin, to, since) =>
  readIn(origin, to, since, (text) => /(?<![\d-])\d{6}(?!\d)/.exec(text)?.[0]);

export const linkFor = (origin, to, since) =>
  readIn(origin, to, since, (text) => /https?:\/\/\S+/.exec(text)?.[0]);
