/** What the demo's mailbox holds, newest first. */
export async function letters(origin) {
  const response = await fetch(`${origin}/demo/mailbox.json`);
  return response.json();
}

/** The six figures of the first message that comes after `before` others. */
export async function codeAfter(origin, before) {
  for (let left = 100; left > 0; left -= 1) {
    const [newest, ...older] = await letters(origin);
    if (newest && older.length >= before) return /\b(\d{6})\b/.exec(newest.text)[1];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no message came');
}

/** The six figures that came to an address after a moment; other messages may come to it as well. */
export async function codeFor(origin, to, since) {
  for (let left = 100; left > 0; left -= 1) {
    const mine = (await letters(origin)).filter((letter) => letter.to === to && new Date(letter.at) >= since);
    const [code] = mine.flatMap(({ text }) => /(?<![\d-])\d{6}(?!\d)/.exec(text) ?? []);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no code came to ${to}`);
}

/** The link of the newest message. */
export async function newestLink(origin) {
  const [newest] = await letters(origin);
  return /https?:\/\/\S+/.exec(newest.text)[0];
}
