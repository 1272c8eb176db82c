import { useCallback, useMemo } from 'react';
import type { DocRequest, Party, RequestDocument, StoredFile, Version } from '@/lib/requests';
import { useUrlState } from '@/lib/url-state';
import { documentsOf, isInReview, newestOf } from '../../model/owing';

export interface Item {
  party: Party;
  document: RequestDocument;
}

/** Something on it waits for this user. */
export const isMine = ({ allowed }: RequestDocument) =>
  allowed.includes('accept') || allowed.includes('reject');

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
  const show = useCallback(
    (documentNo: number) => change({ doc: documentNo, v: undefined, f: undefined }),
    [change],
  );
  const showVersion = useCallback(
    (documentNo: number, versionNo: number | undefined) =>
      change({ doc: documentNo, v: versionNo, f: undefined }),
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
