export interface Toast {
  message: string;
  /** Defaults to 'good'. */
  tone?: 'good' | 'info' | 'bad';
}

let show: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];
let tell: (() => void) | undefined;

/** Reports a success without requiring a click. Queued until the shell can show it. */
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

/** Subscribes to queued toasts. */
export function onWaiting(next: () => void) {
  tell = next;
  if (waiting.length > 0) next();
  return () => {
    tell = undefined;
  };
}
