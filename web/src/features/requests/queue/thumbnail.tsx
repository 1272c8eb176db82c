import { Center } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNearWindow } from '@/lib/near-window';
import { type QueueItem, queueScreen } from '@/lib/review-queue';
import looks from '@/lib/theme/looks.module.css';
import { previewOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import classes from './thumbnail.module.css';

/** The first page, as covered for reviewers, once the row comes near the window. Decorative: the title is beside it. */
export function Thumbnail({ item: { txnRefNo, documentNo, fileId, verdict } }: { item: QueueItem }) {
  const keys = useKeys();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearWindow(place);
  const { data } = useQuery({
    // A page read since has other places covered.
    queryKey: [...keys.root, 'preview', txnRefNo, documentNo, fileId, verdict, 'thumbnail'],
    enabled: isNear && Boolean(fileId) && verdict !== 'Waiting',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    retry: false,
    queryFn: ({ signal }) =>
      previewOf({ txnRefNo, documentNo, fileId: fileId ?? '' }, 1, { signal, screenId: queueScreen }),
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return setUrl(undefined);
    const made = URL.createObjectURL(data.picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <Center ref={place} className={`${classes.thumbnail} ${looks.clipped}`} aria-hidden>
      {url ? <img src={url} alt="" /> : <IconFileText size={16} stroke={1.5} />}
    </Center>
  );
}
