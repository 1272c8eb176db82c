import { Box, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { messageOf } from '@/lib/api';
import type { StoredFile } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Found, Marks } from '@/shared/evidence';
import { type FileAt, previewOf } from '../../data/calls';
import { previewKey, useKeys } from '../../data/use-request';
import classes from './workbench.module.css';

interface Props {
  at: FileAt;
  file: StoredFile;
  screenId: string;
  page: number;
  turns: number;
  scroller: RefObject<HTMLElement | null>;
  /** What the automatic verification found on this page. */
  found?: Found[];
  onPages(pages: number): void;
  onPage(page: number): void;
}

interface Size {
  width: number;
  height: number;
}

/** The usual paper format until the size is known, so that the layout shifts little. */
const paper: Size = { width: 210, height: 297 };

/** One page: a placeholder first, its picture when it comes near the viewport. */
function PagePicture({ at, file, screenId, page, turns, scroller, found = [], onPages, onPage }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place, scroller, page, onPage);
  const [size, setSize] = useState(paper);
  const { url, error, refetch } = usePicture(at, file, page, screenId, isNear, onPages);
  const isSideways = turns % 2 === 1;
  const ratio = isSideways ? size.height / size.width : size.width / size.height;
  return (
    <Box
      ref={place}
      className={`${classes.page} ${looks.clipped}`}
      pos="relative"
      bg="var(--page)"
      data-page={page}
      style={{ aspectRatio: String(ratio) }}
    >
      {error ? (
        <Box className={classes.noPage} p={16} ta="center" role="alert">
          <p>{messageOf(error)}</p>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('ui.common.retry')}
          </Button>
        </Box>
      ) : (
        <div
          className={classes.sheet}
          style={{
            width: isSideways ? `${(size.width / size.height) * 100}%` : '100%',
            aspectRatio: String(size.width / size.height),
            transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
          }}
        >
          {url ? (
            <img
              className={classes.picture}
              src={url}
              alt={t('ui.requests.review.pageOf', { page, name: file.fileName })}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                width && height && setSize({ width, height })
              }
            />
          ) : (
            <Skeleton height="100%" radius={0} />
          )}
          <Marks found={found} />
        </div>
      )}
    </Box>
  );
}

/** The picture as a blob address: the fetch needs the token in a header, which no `src` can send. */
function usePicture(
  at: FileAt,
  file: StoredFile,
  page: number,
  screenId: string,
  isNear: boolean,
  onPages: (pages: number) => void,
) {
  const keys = useKeys();
  const { data, error, refetch } = useQuery({
    queryKey: previewKey(keys, at, file, page),
    enabled: isNear,
    // A stored file never changes, apart from what is covered on it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    queryFn: ({ signal }) => previewOf(at, page, { signal, screenId }),
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return setUrl(undefined);
    const made = URL.createObjectURL(data.picture);
    setUrl(made);
    if (data.pages) onPages(data.pages);
    return () => URL.revokeObjectURL(made);
  }, [data, onPages]);
  return { url, error, refetch };
}

interface PagesProps extends Omit<Props, 'page'> {
  pages: number;
  zoom: number;
}

/** One placeholder per page; a page is fetched when it comes near the viewport. */
export function Pages({ pages, zoom, found = [], ...shared }: PagesProps) {
  return (
    <Stack className={classes.pages} gap={12} style={{ width: `${zoom * 100}%` }}>
      {Array.from({ length: pages }, (_, at) => (
        <PagePicture key={at} page={at + 1} found={found.filter(({ page }) => page === at + 1)} {...shared} />
      ))}
    </Stack>
  );
}

/** Reports once when an element comes near the visible part of a box, and each time it is in its middle. */
function useNear(
  place: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  page: number,
  onMiddle: (page: number) => void,
) {
  const [isNear, setIsNear] = useState(page === 1);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    if (typeof IntersectionObserver === 'undefined') return setIsNear(true);
    const root = box.current;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      root,
      rootMargin: '800px 0px',
    });
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMiddle(page), {
      root,
      rootMargin: '-49% 0px -49% 0px',
    });
    near.observe(node);
    middle.observe(node);
    return () => {
      near.disconnect();
      middle.disconnect();
    };
  }, [place, box, page, onMiddle]);
  return isNear;
}
