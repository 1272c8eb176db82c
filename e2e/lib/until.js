const pause = 100;
const tries = 300;

/** Asks until there is an answer: messages and jobs run beside the calls, and nobody is told when they are done. */
export async function until(ask, what) {
  for (let left = tries; left > 0; left -= 1) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(what);
}
