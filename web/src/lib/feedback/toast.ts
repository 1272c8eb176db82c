export interface Toast {
  message: string;
  /** 'good' unless told. */
  tone?: 'good' | 'info' | 'bad';
}

let show: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];

/** Says a success without asking for a click. Kept until the shell is there to show it. */
export function toast(message: string, tone: Toast['tone'] = 'good') {
  if (show) show({ message, tone });
  else waiting.push({ message, tone });
}

export function onToast(next: (toast: Toast) => void) {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = undefined;
  };
}
