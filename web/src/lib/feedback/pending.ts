import { createStore } from './store';

export const showAfter = 300;
export const hideAfter = 500;

export const spinner = createStore(false);

let pending = 0;
let showing: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Call when a request starts; call the returned function once when it ends. */
export function begin() {
  pending += 1;
  clearTimeout(hiding);
  if (pending === 1 && !spinner.get()) showing = setTimeout(() => spinner.set(true), showAfter);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    pending -= 1;
    if (pending > 0) return;
    clearTimeout(showing);
    hiding = setTimeout(() => spinner.set(false), hideAfter);
  };
}
