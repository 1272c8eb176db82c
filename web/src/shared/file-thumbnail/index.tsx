import { Center } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNearWindow } from '@/lib/near-window';
import { type StoredFile, thumbnailOf } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import classes from './file-thumbnail.module.css';

interface Props {
  txnRefNo: string;
  documentNo: number;
  file: StoredFile;
}

/** The first page of a submitted file, small. Decorative: the name is beside it. */
export function FileThumbnail({ txnRefNo, documentNo, file }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isShown = file.scan !== 'infected' && !file.isOriginalOnly && !file.purgedOn;
  const isNear = useNearWindow(place);
  const url = usePicture(txnRefNo, documentNo, isNear && isShown ? file.fileId : undefined, file.isMasked);
  const Icon = file.contentType.startsWith('image/') ? IconPhoto : IconFileText;
  return (
    <Center ref={place} className={`${classes.thumbnail} ${looks.clipped}`} aria-hidden>
      {url ? <img src={url} alt="" /> : <Icon size={18} stroke={1.5} />}
    </Center>
  );
}

/** A file that is still being read is asked for again. */
const askAgainAfter = 3_000;
const mostAsked = 10;

function usePicture(txnRefNo: string, documentNo: number, fileId: string | undefined, isMasked: boolean) {
  const [url, setUrl] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the check has covered something, the picture is another
  useEffect(() => {
    if (!fileId) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let made: string | undefined;
    const ask = async (asked: number) => {
      const picture = await thumbnailOf(txnRefNo, documentNo, fileId, stop.signal).catch(() => undefined);
      if (stop.signal.aborted || picture === undefined) return;
      if (picture === 'waits') {
        if (asked < mostAsked) timer = setTimeout(() => void ask(asked + 1), askAgainAfter);
        return;
      }
      made = URL.createObjectURL(picture);
      setUrl(made);
    };
    void ask(1);
    return () => {
      stop.abort();
      clearTimeout(timer);
      if (made) URL.revokeObjectURL(made);
    };
  }, [txnRefNo, documentNo, fileId, isMasked]);
  return url;
}
