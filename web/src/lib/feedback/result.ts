import { createStore } from './store';

export type Title = 'Success' | 'Warning' | 'Failed';
export interface Popup {
  title: Title;
  message: string;
}
export interface ResultCode {
  code: string;
  message: string;
  field?: string | null;
}

/** The spec's seventeen codes; most are successes that need no click. */
const suppressed = new Set(
  '0024 0023 0059 0026 0047 0029 0050 0051 0049 0046 0043 0052 0028 0057 0067 0068 0055'
    .split(' ')
    .map((number) => `EnTxn${number}`),
);

export const popup = createStore<Popup | null>(null);

export function titleOf(status: string | number): Title {
  const text = String(status);
  if (text === 'S' || text === '202') return 'Success';
  return text === 'W' ? 'Warning' : 'Failed';
}

export const isSuppressed = (codes: ResultCode[]) =>
  codes.length === 0 || codes.every(({ code }) => suppressed.has(code));

/** Only failures have a message; a success or warning is complete in its title. */
export function popupOf(status: string | number, codes: ResultCode[]): Popup | null {
  if (isSuppressed(codes)) return null;
  const title = titleOf(status);
  const shown = codes.find(({ code }) => !suppressed.has(code));
  return { title, message: title === 'Failed' ? (shown?.message ?? '') : '' };
}

export const showResult = (status: string | number, codes: ResultCode[]) => {
  const next = popupOf(status, codes);
  if (next) popup.set(next);
};

export const showFailure = (message: string) => popup.set({ title: 'Failed', message });
