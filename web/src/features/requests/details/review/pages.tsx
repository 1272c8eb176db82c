import type { RefObject } from 'react';
import type { StoredFile } from '@/lib/requests';
import type { FileAt } from '../../data/calls';
import { PagePicture } from './page-picture';
import classes from './workbench.module.css';

interface Props {
  at: FileAt;
  file: StoredFile;
  screenId: string;
  pages: number;
  zoom: number;
  turns: number;
  scroller: RefObject<HTMLElement | null>;
  onPages(pages: number): void;
  onPage(page: number): void;
}

/** One placeholder per page; a page is fetched when it comes near the viewport. */
export function Pages({ pages, zoom, ...shared }: Props) {
  return (
    <div className={`${classes.pages} column p-16 gap-12`} style={{ width: `${zoom * 100}%` }}>
      {Array.from({ length: pages }, (_, at) => (
        <PagePicture key={at} page={at + 1} {...shared} />
      ))}
    </div>
  );
}
