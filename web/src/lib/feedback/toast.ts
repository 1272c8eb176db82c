export interface Toast {
  message: string;
  /** 'good' unless told. */
  tone?: 'good' | 'info' | 'bad';
}

let show: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];
let tell: (() => void) | undefined;

/** Says a success without asking for a click. Kept until the shell is there to show it. */
export function toast(message: string, tone: Toast['tone'] = 'good') {
  if (show) show({ message, tone });
  else {
    waiting.push({ message, tone });
    tell?.();
  }
}

export function onToast(next: (toast: Toast) => void) {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = undefined;
  };
}

/** Calls when a toast waits for somebody to show it. */
export function onWaiting(next: () => void) {
  tell = next;
  if (waiting.length > 0) next();
  return () => {
    tell = undefined;
  };
}
