import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLeaveGuard } from '@/lib/leave-guard';
import type { DocRequest, Party, RejectReason, RequestDocument, StoredFile, Version } from '@/lib/requests';
import { useUrlState } from '@/lib/url-state';
import type { Decision } from '../../data/calls';
import { documentsOf, isInReview, isOwed, newestOf } from '../../model/owing';

export interface Item {
  party: Party;
  document: RequestDocument;
}

/** Something on it waits for this user. */
export const isMine = ({ allowed }: RequestDocument) => allowed.includes('accept') || allowed.includes('reject');

const startOf = (items: Item[]) =>
  items.find(({ document }) => isMine(document)) ??
  items.find(({ document }) => isInReview(document)) ??
  items.find(({ document }) => document.versions.length > 0) ??
  items[0];

export interface Shown {
  item: Item | undefined;
  version: Version | undefined;
  file: StoredFile | undefined;
  isNewest: boolean;
}

/** The shown document, version and file, kept in the address so that it can be shared. */
export function useReview(request: DocRequest) {
  const [{ doc, v, f }, change] = useUrlState();
  const items = useMemo(() => documentsOf(request), [request]);
  const shown = useMemo((): Shown => {
    const item = items.find(({ document }) => String(document.documentNo) === doc) ?? startOf(items);
    const newest = item && newestOf(item.document);
    const version = item?.document.versions.find(({ versionNo }) => String(versionNo) === v) ?? newest;
    const file = version?.files.find(({ fileId }) => fileId === f) ?? version?.files[0];
    return { item, version, file, isNewest: version === newest };
  }, [items, doc, v, f]);
  const show = useCallback((documentNo: number) => change({ doc: documentNo, v: undefined, f: undefined }), [change]);
  const showVersion = useCallback(
    (documentNo: number, versionNo: number | undefined) => change({ doc: documentNo, v: versionNo, f: undefined }),
    [change],
  );
  const showFile = useCallback(
    (documentNo: number, fileId: string) => change({ doc: documentNo, f: fileId }),
    [change],
  );
  const at = items.findIndex(({ document }) => document === shown.item?.document);
  const step = (by: number) => {
    const next = items[at + by];
    if (next) show(next.document.documentNo);
  };
  return { items, shown, show, showVersion, showFile, step };
}

/** The next document that waits for the user, wrapping around; undefined when none is left. */
export function nextMine(request: DocRequest, after: number): number | undefined {
  const items = documentsOf(request).map(({ document }) => document);
  const at = items.findIndex(({ documentNo }) => documentNo === after);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return others.find(isMine)?.documentNo;
}

export type Doing = Exclude<Decision['decision'], 'accept'>;

/** Unsent text about a document. */
export interface Draft {
  doing?: Doing;
  reasonCode?: RejectReason;
  remark?: string;
  /** A remark for the thread. */
  said?: string;
}

export const isTyped = ({ remark, said, reasonCode }: Draft) => Boolean(remark?.trim() || said?.trim() || reasonCode);

/** Unsent text stays with its document while others are shown, and leaving asks first. */
export function useDrafts() {
  const [all, setAll] = useState<Record<string, Draft>>({});
  const latest = useRef(all);
  latest.current = all;
  useLeaveGuard(
    () => Object.values(latest.current).some(isTyped),
    () => setAll({}),
    'screen',
  );
  return {
    of: (name: string | number): Draft => all[name] ?? {},
    keep: (name: string | number, patch: Draft) => setAll((now) => ({ ...now, [name]: { ...now[name], ...patch } })),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;

const fields = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Letter shortcuts work only while nothing else is open or focused that would take them. */
function isFree({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) {
  // A held key would decide on documents nobody has seen yet.
  if (ctrlKey || metaKey || altKey || repeat) return false;
  if (target instanceof HTMLElement && fields.includes(target.tagName)) return false;
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') === null;
}

const isLatin = (key: string) => /^\p{Script=Latin}$/u.test(key);

/** By the key's character; on keyboards without Latin letters, such as Tamil, by its position. */
function nameOf({ key, code }: KeyboardEvent, keys: Record<string, () => void>) {
  const names = isLatin(key) ? [key] : [key, code.replace(/^Key/, '')];
  return names.map((name) => name.toLowerCase()).find((name) => name in keys);
}

/** Runs the command of a key. */
export function useLetters(keys: Record<string, () => void>) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = isFree(event) ? nameOf(event, latest.current) : undefined;
      if (name === undefined) return;
      event.preventDefault();
      latest.current[name]?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Why there is nothing to decide: an empty panel would leave users guessing. */
export function whyNot(document: RequestDocument, isNewest: boolean) {
  if (!isNewest) return 'old';
  if (document.status === 'New') return 'unsent';
  if (isOwed(document)) return 'owed';
  if (isInReview(document)) return 'others';
  return 'settled';
}
