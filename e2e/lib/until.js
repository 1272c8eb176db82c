const pause = 100;
const tries = 900;

/** Polls until there is an answer: messages and jobs run asynchronously. */
export async function until(ask, what) {
  for (let left = tries; left > 0; left -= 1) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(what);
}
